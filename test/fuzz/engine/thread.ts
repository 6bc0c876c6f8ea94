/** The thread of one target. The input that runs stands in memory that its starter sees as well. */
import { parentPort, workerData } from 'node:worker_threads';
import { must } from '#core/assert.ts';
import { targets } from '../targets.ts';
import { JoinedBlob } from './joined-blob.ts';
import { Loop } from './loop.ts';
import { sharedHeadBytes, type ThreadWish } from './shared.ts';

Object.assign(globalThis, { Blob: JoinedBlob });
const { name, bounds, shared } = workerData as ThreadWish;
const head = new Int32Array(shared, 0, 2);
const place = Buffer.from(shared, sharedHeadBytes);
const target = must(
  targets.find((each) => each.name === name),
  name,
);
const loop = new Loop(target, bounds, (octets) => {
  octets.copy(place);
  head[1] = octets.length;
  Atomics.add(head, 0, 1);
});
parentPort?.postMessage(await loop.run());
