// The wire formats of the providers, as far as a streamed answer needs them.

export interface Dialect {
  /** The path that a generating request is posted to. */
  readonly path: RegExp;
  /** Event stream frames of a whole answer; the last ones are its end. */
  frames(pieces: readonly string[]): string[];
  /** An error body in the provider's own form. */
  error(status: number, message: string): unknown;
  /** What an overloaded service sends inside a stream that had begun as 200. */
  readonly overloadedFrame: string;
}

const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const event = <T extends { type: string }>(value: T): string => `event: ${value.type}\n${data(value)}`;

export const chatDialect: Dialect = {
  path: /\/chat\/completions$/,
  frames: (pieces) => {
    const chunk = (delta: object, rest: object = {}) =>
      data({
        id: 'c1',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'm',
        choices: [{ index: 0, delta, finish_reason: null, ...rest }],
      });
    return [
      ...pieces.map((content) => chunk({ role: 'assistant', content })),
      chunk({}, { finish_reason: 'stop' }),
      data({
        id: 'c1',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'm',
        choices: [],
        usage: {
          prompt_tokens: 11,
          completion_tokens: 7,
          total_tokens: 18,
          prompt_tokens_details: { cached_tokens: 3 },
        },
      }),
      'data: [DONE]\n\n',
    ];
  },
  error: (status, message) => ({
    error: { message, type: status === 429 ? 'tokens' : 'invalid_request_error', code: null },
  }),
  overloadedFrame: data({ error: { message: 'busy', type: 'server_error', code: 'overloaded' } }),
};

export const responsesDialect: Dialect = {
  path: /\/responses$/,
  frames: (pieces) => {
    const response = { id: 'r1', created_at: 1, model: 'm' };
    const usage = {
      input_tokens: 11,
      input_tokens_details: { cached_tokens: 3 },
      output_tokens: 7,
      output_tokens_details: { reasoning_tokens: 0 },
    };
    return [
      event({ type: 'response.created', response }),
      event({ type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'm1' } }),
      ...pieces.map((delta) =>
        event({ type: 'response.output_text.delta', item_id: 'm1', output_index: 0, content_index: 0, delta }),
      ),
      event({ type: 'response.output_item.done', output_index: 0, item: { type: 'message', id: 'm1' } }),
      event({ type: 'response.completed', response: { ...response, incomplete_details: null, usage } }),
    ];
  },
  error: chatDialect.error,
  overloadedFrame: event({
    type: 'error',
    sequence_number: 3,
    error: { type: 'server_error', code: 'overloaded', message: 'busy', param: null },
  }),
};

export const anthropicDialect: Dialect = {
  path: /\/messages$/,
  frames: (pieces) =>
    [
      {
        type: 'message_start',
        message: {
          id: 'a1',
          type: 'message',
          role: 'assistant',
          model: 'm',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 8, cache_read_input_tokens: 3, output_tokens: 1 },
        },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      ...pieces.map((text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 7 } },
      { type: 'message_stop' },
    ].map((value) => event(value)),
  error: (status, message) => ({
    type: 'error',
    error: {
      type: status === 429 ? 'rate_limit_error' : status === 500 ? 'api_error' : 'invalid_request_error',
      message,
    },
  }),
  overloadedFrame: event({ type: 'error', error: { type: 'overloaded_error', message: 'busy' } }),
};

export const googleDialect: Dialect = {
  path: /:streamGenerateContent/,
  frames: (pieces) => [
    ...pieces.map((text) => data({ candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0 }] })),
    data({
      candidates: [{ content: { role: 'model', parts: [] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 11, cachedContentTokenCount: 3, candidatesTokenCount: 7, totalTokenCount: 18 },
    }),
  ],
  error: (status, message) => ({ error: { code: status, message, status: 'FAILED' } }),
  overloadedFrame: data({ error: { code: 503, message: 'busy', status: 'UNAVAILABLE' } }),
};
