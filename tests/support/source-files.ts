// The project's own text files as the architecture test sees them: paths, lines, imports.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './child-process.ts';

export interface SourceFile {
  /** From the project folder, with slashes. */
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
  readonly imports: readonly SourceImport[];
}

export interface SourceImport {
  /** A path in the project, or a package's name. */
  readonly target: string;
  readonly isOwn: boolean;
  /** Erased when it runs: `import type`. */
  readonly isType: boolean;
}

/** Every file that is, or is about to be, in the repository. */
export function allFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  });
  return listed
    .split('\0')
    .filter((file) => file !== '' && existsSync(path.join(root, file)))
    .sort();
}

/** The TypeScript, JavaScript and CSS among them. */
export function sourceFiles(): SourceFile[] {
  return allFiles()
    .filter((file) => /\.(ts|tsx|mjs|css)$/.test(file) && !file.endsWith('.d.ts'))
    .map(readSource);
}

/** A file's text, by its path in the project. */
export function readText(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

function readSource(file: string): SourceFile {
  const text = readText(file);
  const lines = text.replace(/\n$/, '').split('\n');
  return { path: file, text, lines, imports: file.endsWith('.css') ? [] : importsOf(file, text) };
}

const statements = /^(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;
const calls = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

function importsOf(file: string, text: string): SourceImport[] {
  const found: SourceImport[] = [];
  for (const [, type, name] of text.matchAll(statements)) found.push(toImport(file, name ?? '', type !== undefined));
  for (const [, name] of text.matchAll(calls)) found.push(toImport(file, name ?? '', false));
  return found;
}

function toImport(file: string, name: string, isType: boolean): SourceImport {
  if (name.startsWith('#')) return { target: name.slice(1), isOwn: true, isType };
  if (name.startsWith('.')) return { target: path.posix.join(path.posix.dirname(file), name), isOwn: true, isType };
  const parts = name.split('/');
  return { target: name.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? name), isOwn: false, isType };
}
