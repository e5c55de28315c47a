// Colours code: the highlighter and each language are loaded when the first block in that language is complete.
import type { HighlighterCore, ThemedToken } from 'shiki/core';

export type CodeLine = readonly Pick<ThemedToken, 'content' | 'htmlStyle'>[];

/** Longer code stays plain: colouring it would hold up the page for longer than it is worth. */
const longestCode = 40_000;
const keptResults = 200;

const languages = {
  bash: () => import('shiki/langs/bash.mjs'),
  c: () => import('shiki/langs/c.mjs'),
  cpp: () => import('shiki/langs/cpp.mjs'),
  csharp: () => import('shiki/langs/csharp.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  diff: () => import('shiki/langs/diff.mjs'),
  docker: () => import('shiki/langs/docker.mjs'),
  elixir: () => import('shiki/langs/elixir.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  jsx: () => import('shiki/langs/jsx.mjs'),
  kotlin: () => import('shiki/langs/kotlin.mjs'),
  markdown: () => import('shiki/langs/markdown.mjs'),
  php: () => import('shiki/langs/php.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  ruby: () => import('shiki/langs/ruby.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  swift: () => import('shiki/langs/swift.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  tsx: () => import('shiki/langs/tsx.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  xml: () => import('shiki/langs/xml.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
} as const;

const otherNames: Readonly<Record<string, keyof typeof languages>> = {
  'c#': 'csharp',
  'c++': 'cpp',
  cs: 'csharp',
  console: 'bash',
  cjs: 'javascript',
  dockerfile: 'docker',
  ex: 'elixir',
  js: 'javascript',
  kt: 'kotlin',
  md: 'markdown',
  mjs: 'javascript',
  mts: 'typescript',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  svg: 'xml',
  ts: 'typescript',
  yml: 'yaml',
  zsh: 'bash',
};

const results = new Map<string, CodeLine[]>();
let opening: Promise<HighlighterCore> | undefined;

/** The colours of this code if they were worked out before. */
export function readHighlight(code: string, language: string): CodeLine[] | undefined {
  return results.get(`${language}\n${code}`);
}

/** Colours for both themes, or null when the language is unknown or the code too long. Rejects when a part cannot be loaded. */
export async function highlight(code: string, language: string): Promise<CodeLine[] | null> {
  const name = languageNamed(language);
  if (name === null || code.length > longestCode) return null;
  opening ??= openHighlighter();
  const highlighter = await opening;
  await highlighter.loadLanguage(languages[name]());
  const { tokens } = highlighter.codeToTokens(code, {
    lang: name,
    themes: { light: 'github-light-default', dark: 'github-dark-default' },
    defaultColor: false,
  });
  if (results.size >= keptResults) results.delete(results.keys().next().value ?? '');
  results.set(`${language}\n${code}`, tokens);
  return tokens;
}

function languageNamed(name: string): keyof typeof languages | null {
  const lower = name.toLowerCase();
  if (isKnown(lower)) return lower;
  return otherNames[lower] ?? null;
}

function isKnown(name: string): name is keyof typeof languages {
  return Object.hasOwn(languages, name);
}

async function openHighlighter(): Promise<HighlighterCore> {
  const [{ createHighlighterCore }, { createJavaScriptRegexEngine }] = await Promise.all([
    import('shiki/core'),
    import('shiki/engine/javascript'),
  ]);
  return createHighlighterCore({
    themes: [import('shiki/themes/github-light-default.mjs'), import('shiki/themes/github-dark-default.mjs')],
    langs: [],
    // A rule this engine cannot express is left out instead of failing the whole language.
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
}
