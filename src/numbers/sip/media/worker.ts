/** A media worker thread: its room, and the messages of the thread of calls that go into it. */
import { randomBytes } from 'node:crypto';
import { workerData } from 'node:worker_threads';
import { dropped } from '#core/boundary.ts';
import { reportToMainThread } from '#core/boundary-threads.ts';
import { systemClock } from '#core/clock.ts';
import { orders } from './media-boundaries.ts';
import type { FromWorker, ToWorker, WorkerOptions } from './messages.ts';
import { MediaRoom } from './room.ts';

const { ports, link: port } = workerData as WorkerOptions;
const tell = (what: FromWorker): void => port.postMessage(what);
const room = new MediaRoom(ports, { clock: systemClock, random: drawnChance, tell });

function obey(what: ToWorker): Promise<void> {
  return what.say === 'end'
    ? room[Symbol.asyncDispose]().then(() => port.close())
    : room.take(what);
}

reportToMainThread();
// The peer at the other end has gone.
port.once(
  'close',
  orders.guard(() => room[Symbol.asyncDispose](), dropped),
);
port.on('message', (what: ToWorker) =>
  orders.run(
    () => obey(what),
    () => {
      if (what.say === 'end') port.close();
      else room.giveUp(what.call);
    },
  ),
);

// Chance for RTP's beginnings (RFC 3550 §5.1), which nobody outside shall foresee.

/** Between 0 and 1. */
function drawnChance(): number {
  return randomBytes(4).readUInt32BE() / 2 ** 32;
}
