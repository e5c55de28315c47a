// A prompt job: reads the conversation that leads to it, asks the model, streams and returns the answer.
import { type Conversation, readConversation } from '#lib/store/prompts/conversation.ts';
import { ProviderError } from '../providers/contract.ts';
import type { Providers } from '../providers/registry.ts';
import { estimateUsage, startWatch } from '../providers/usage.ts';
import type { Handler } from './handler.ts';

/** What every model is told besides the conversation. */
const systemPrompt =
  'You are answering in Asterion, a workspace where people keep many prompts running at once and come back to the ' +
  'answers later. Answer the last message directly and completely, in its language; the reader may not be there to ' +
  'clear things up, so state an assumption rather than ask. Use Markdown where structure helps; put code in fenced ' +
  'blocks with the language named.';

/** @returns the handler of kind `prompt` over these providers. */
export function promptHandler(providers: Providers): Handler {
  return async ({ db, job, signal, write, callStarted }) => {
    const { provider, model, name } = await providers.resolve(job.options.model);
    const { text, history } =
      job.rootText === null ? askable(await readConversation(db, job.id)) : rootOf(job.rootText);
    const watch = startWatch();
    let received = '';
    const onText = (delta: string): void => {
      watch.first();
      received += delta;
      write(delta);
    };
    const call = { model, system: systemPrompt, history, text, attempt: job.attempt, signal, onText };
    callStarted(() => estimateUsage(call, received, { provider: provider.id, model, ...watch.read() }));
    const answer = await provider.answer(call);
    return { content: answer.text, model: name, ledger: answer.usage };
  };
}

function rootOf(text: string): Pick<Conversation, 'text' | 'history'> {
  return { text, history: [] };
}

function askable(conversation: Conversation | null): Conversation {
  if (conversation === null) throw new ProviderError('unknown', 'The prompt of this job is gone.');
  return conversation;
}
