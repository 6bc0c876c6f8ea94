/** A media worker thread: its room, and the messages of the main thread that go into it. */
import { parentPort, workerData } from 'node:worker_threads';
import { must } from '#core/assert.ts';
import { systemClock } from '#core/clock.ts';
import { drawnChance } from './chance.ts';
import type { FromWorker, ToWorker, WorkerOptions } from './messages.ts';
import { MediaRoom } from './room.ts';

const { ports } = workerData as WorkerOptions;
const port = must(parentPort, 'main thread');
const tell = (what: FromWorker): void => port.postMessage(what);
const room = new MediaRoom(ports, { clock: systemClock, random: drawnChance, tell });

port.on('message', (what: ToWorker) => {
  if (what.say === 'end') void room[Symbol.asyncDispose]().then(() => port.close());
  else void room.take(what);
});
