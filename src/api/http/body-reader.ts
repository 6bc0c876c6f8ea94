/** The body of a request, whole and bounded. */
import type { IncomingMessage } from 'node:http';

/** A body that comes a byte at a time is joined this often: a chunk costs far more memory than its byte. */
const chunksMax = 256;

export const noBody = Buffer.alloc(0);

/** RFC 9112 §6.3: without a length and a transfer coding a request has no body. */
export function hasBody(request: IncomingMessage): boolean {
  const length = request.headers['content-length'];
  return (
    (length !== undefined && length !== '0') || request.headers['transfer-encoding'] !== undefined
  );
}

/** What is over the bound is read on and thrown away, so that the client gets to hear the refusal. */
export function readBody(
  request: IncomingMessage,
  bytesMax: number,
): Promise<Buffer | 'too large' | 'client left'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > bytesMax) {
        chunks.length = 0;
        resolve('too large');
        return;
      }
      if (chunks.length === chunksMax) chunks.splice(0, chunksMax, Buffer.concat(chunks));
      chunks.push(chunk);
    });
    request.on('end', () => resolve(join(chunks)));
    // Node tells of a broken connection by an error too, but only where somebody listens for one.
    request.on('close', () => resolve('client left'));
  });
}

function join(chunks: readonly Buffer[]): Buffer {
  return chunks.length === 1 ? (chunks[0] ?? noBody) : Buffer.concat(chunks);
}
