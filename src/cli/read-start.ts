/** The beginning of a file that holds one secret. */
import { open } from 'node:fs/promises';

/** Enough for any secret and the line end behind it. */
const fileBytesMax = 1_024;

/** However large it is. */
export async function readStart(file: string): Promise<string> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(fileBytesMax), 0, fileBytesMax, 0);
  return buffer.toString('utf8', 0, bytesRead);
}
