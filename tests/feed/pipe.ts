// Reads an event stream in a test as a browser's machine would: what is not read is waiting.
import type { EventStream } from '#lib/feed/sse.ts';

/** Cancelling it is what a closed connection is to the server. */
export function readable(stream: EventStream): ReadableStream<Uint8Array> {
  const room = 1024 * 1024 * 1024;
  let isClosed = false;
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) =>
        stream.attach({
          get waitingBytes() {
            return room - (controller.desiredSize ?? room);
          },
          write: (bytes) => controller.enqueue(bytes),
          end: () => {
            if (!isClosed) controller.close();
          },
          cut: () => controller.error(new Error('the stream was cut')),
        }),
      cancel: () => {
        isClosed = true;
        stream.end();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: room }),
  );
}
