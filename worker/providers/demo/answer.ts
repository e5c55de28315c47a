// What the demo model says: markdown about the prompt and its thread, the same for the same input, always.
import type { Turn } from '../contract.ts';
import { directiveHelp, readDirective } from './directive.ts';

/** A sensible answer to a prompt without directive; with `tokens`, exactly that many pieces long. */
export function composeAnswer(prompt: string, history: readonly Turn[], tokens?: number): string {
  const topic = readTopic(prompt, history);
  const seed = hash(`${prompt}\n${history.length}`);
  if (topic.wordCount === 0)
    return tokens === undefined ? wordless(topic) : toLength(wordless(topic), topic, seed, tokens);
  const answer = [
    pick(openings, seed)(topic),
    topic.earlier === undefined ? '' : pick(recalls, seed >>> 3)(topic, topic.earlier),
    pick(bodies, seed >>> 6)(topic),
    closing,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
  return tokens === undefined ? answer : toLength(answer, topic, seed, tokens);
}

/** The answer to a directive that can't be followed: what is wrong with it, and what there is. */
export function explainDirective(problems: readonly string[]): string {
  const rows = directiveHelp.map(([example, meaning]) => `| \`${example}\` | ${meaning} |`);
  return [
    '### That `@demo` line cannot be followed',
    problems.map((problem) => `- ${problem}`).join('\n'),
    'The first line of a prompt may start with `@demo` and any of these:',
    ['| setting | what it does |', '|---|---|', ...rows].join('\n'),
    'For example:\n\n```text\n@demo delay=1s fail=429 times=2 retry-after=2s\nSummarise the meeting.\n```',
  ].join('\n\n');
}

/** Cuts text into what the demo model counts as tokens: a word with the space before it, long words in parts. */
export function tokenize(text: string): string[] {
  return text.match(/\s*\S{1,12}|\s+$/gu) ?? [];
}

interface Topic {
  readonly quote: string;
  readonly words: readonly string[];
  readonly wordCount: number;
  readonly isQuestion: boolean;
  /** Which exchange of the thread this is, counted from 1. */
  readonly turn: number;
  readonly earlier: string | undefined;
}

function readTopic(prompt: string, history: readonly Turn[]): Topic {
  const asked = history.filter((turn) => turn.role === 'user');
  const plain = withoutMarkup(prompt);
  const words = plain.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
  const previous = asked.at(-1);
  return {
    quote: clip(plain, 80) || 'an empty line',
    words: keywords(words),
    wordCount: words.length,
    isQuestion: plain.includes('?') || /^(who|what|why|how|when|where|which|can|is|are|do|does|should)\b/i.test(plain),
    turn: asked.length + 1,
    earlier: previous && (clip(withoutMarkup(withoutDirective(previous.content)), 60) || 'something without words'),
  };
}

/** Nothing but a directive line, or nothing that is a word. */
function wordless({ earlier }: Topic): string {
  const asked =
    earlier === undefined
      ? 'There were no words to answer, only how to answer them, and that has just been done: the wait, the speed and the failures you asked for were real.'
      : `There were no new words, so this stands beside what was asked before, *${earlier}*.`;
  return [
    asked,
    'Write a prompt beneath the `@demo` line and the demo model arranges an answer from its words:',
    '```text\n@demo delay=1s rate=40\nCompare two ways to page through a long list.\n```',
    closing,
  ].join('\n\n');
}

const openings: readonly ((topic: Topic) => string)[] = [
  ({ quote, isQuestion }) =>
    `${isQuestion ? 'Good question' : 'Understood'}: **“${quote}”**. I am the built-in demo model, so nobody has reasoned about it, but this is how an answer arrives, is kept and can be continued.`,
  ({ quote }) =>
    `### ${headline(quote)}\n\nThis comes from the **demo model**. It reads your words and arranges them; it knows nothing about the world. Everything around the answer (the job, the stream, the history) is the real thing.`,
  ({ quote, wordCount }) =>
    `You wrote ${wordCount === 1 ? 'one word' : `${wordCount.toLocaleString('en')} words`}, beginning with “${quote}”. As the demo model I can't judge them, so here is a tidy frame that a real model would fill.`,
];

const recalls: readonly ((topic: Topic, earlier: string) => string)[] = [
  ({ turn }, earlier) =>
    `This is exchange ${turn} of the thread. Just before, you asked about *${earlier}*, and I still have it.`,
  ({ turn }, earlier) =>
    `I am reading this as a continuation: ${turn - 1 === 1 ? 'one earlier exchange' : `${turn - 1} earlier exchanges`} came with it, the latest about *${earlier}*.`,
];

const bodies: readonly ((topic: Topic) => string)[] = [
  ({ words, isQuestion }) =>
    [
      `### ${isQuestion ? 'How one would answer it' : 'How one would go about it'}`,
      [
        `1. Say what **${words[0]}** has to achieve, in one sentence.`,
        `2. List what is already known about *${words[1]}*, and what is only assumed.`,
        `3. Try the smallest version that touches *${words[2]}*, and look at the result.`,
        '4. Keep what worked; continue this thread with what did not.',
      ].join('\n'),
    ].join('\n\n'),
  ({ words }) =>
    [
      '### What stands out',
      [
        '| word | a question worth asking |',
        '|---|---|',
        `| **${words[0]}** | Who needs it, and by when? |`,
        `| **${words[1]}** | What would be different without it? |`,
        `| **${words[2]}** | How would you notice that it went wrong? |`,
      ].join('\n'),
      '> The best next prompt is usually the narrowest of these.',
    ].join('\n\n'),
  ({ words }) =>
    [
      '### As a small sketch',
      `\`\`\`ts\nconst subjects = [${words.map((word) => `'${word.replaceAll("'", '’')}'`).join(', ')}];\n\nfor (const subject of subjects) {\n  const answer = await ask(\`What matters most about \${subject}?\`);\n  notes.set(subject, answer);\n}\n\`\`\``,
      `- **${words[0]}** comes first, because the rest depends on it.\n- Each question runs on its own, so one that fails can be retried alone.`,
    ].join('\n\n'),
];

const closing =
  '---\n\n*To hear a real model, set `OPENAI_API_KEY`, `ANTHROPIC_API_KEY` or `GOOGLE_GENERATIVE_AI_API_KEY` and restart; a local Ollama is found by itself.*';

const longSentences: readonly ((word: string) => string)[] = [
  (word) => `Start with ${word} and write down what you would accept as done.`,
  (word) => `A second look at ${word} usually shows which half of the work can wait.`,
  (word) => `Whoever meets ${word} for the first time should find the reason next to it.`,
  (word) => `When ${word} changes, the change should be small enough to undo.`,
  (word) => `It helps to name the one case in which ${word} must never fail.`,
];

function toLength(answer: string, topic: Topic, seed: number, tokens: number): string {
  const pieces = tokenize(answer);
  for (let part = 1; pieces.length < tokens; part++) {
    const word = topic.words[part % topic.words.length] ?? 'this';
    const sentences = [0, 1, 2].map((step) => pick(longSentences, seed + part * 3 + step)(word));
    pieces.push(...tokenize(`\n\n#### ${part}. On ${word}\n\n${sentences.join(' ')}`));
  }
  return pieces.slice(0, tokens).join('');
}

const commonWords = new Set(
  'about after again also because been before being between could does doing from give have here into just like make more most need other over please should some such than that their them then there these they this those through very want what when where which while will with would write your'.split(
    ' ',
  ),
);

/** Three different words that carry the prompt's meaning best: the longer ones, in the order they were written. */
function keywords(words: readonly string[]): string[] {
  const telling = new Map<string, string>();
  for (const word of [...words, 'the goal', 'the first step', 'the result']) {
    const key = word.toLocaleLowerCase('en');
    const isTelling = word.length > 3 && word.length <= 30 && !commonWords.has(key);
    if (isTelling && !telling.has(key)) telling.set(key, word);
  }
  return [...telling.values()].slice(0, 3);
}

function withoutDirective(prompt: string): string {
  const read = readDirective(prompt);
  return read.ok ? read.text : prompt;
}

function withoutMarkup(text: string): string {
  return text
    .replace(/[`*_[\]<>#|\\~$]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text
    .slice(0, limit)
    .toWellFormed()
    .replace(/\uFFFD$/, '');
  const lastSpace = cut.lastIndexOf(' ');
  return `${cut.slice(0, lastSpace > limit / 2 ? lastSpace : cut.length).trimEnd()}…`;
}

function headline(quote: string): string {
  return quote.charAt(0).toLocaleUpperCase('en') + quote.slice(1);
}

function pick<T>(choices: readonly [T, ...T[]] | readonly T[], seed: number): T {
  const choice = choices[seed % choices.length];
  if (choice === undefined) throw new RangeError('nothing to pick from');
  return choice;
}

/** FNV-1a, 32 bits: the same everywhere, spread well enough to vary the wording. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}
