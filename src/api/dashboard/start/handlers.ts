/** Answers for the first minutes. */
import { refuse } from '#api/reply.ts';
import { isFictionNumber, parsePhoneNumber } from '#core/phone-number.ts';
import { mayDo } from '#people/permissions.ts';
import { authorOf } from '../author.ts';
import { give, type Handler, handle } from '../handler.ts';
import {
  failOperator,
  findStart,
  listSimulatedNumbers,
  moveSimulatorClock,
  writeOnPhone,
} from './definitions.ts';
import type { StartPorts } from './ports.ts';

const secondMs = 1_000;

export function startHandlers({ start, audit, clock }: StartPorts): readonly Handler[] {
  return [
    handle(findStart, async ({ accountId, role }) => {
      const [testKey, numbers, goLive] = await Promise.all([
        mayDo(role, 'manage keys') ? start.testKeyOf(accountId) : undefined,
        start.numbersOf(accountId),
        start.goLive(accountId),
      ]);
      const { hasSimulator } = start;
      return give({
        testKey: testKey ?? null,
        hasSimulator,
        numbers: [...numbers],
        goLive: [...goLive],
      });
    }),
    handle(listSimulatedNumbers, () => give({ numbers: [...start.simulatedNumbers] })),
    handle(writeOnPhone, async ({ accountId, params: { phone }, body: { to, text } }) => {
      // Only its own phones write, and to nobody else's number.
      if (!start.hasSimulator || !isSimulated(phone)) return refuse('nothing is there');
      if (!(await start.numbersOf(accountId)).includes(to)) return refuse('nothing is there');
      await start.writeOnPhone(phone, to, text);
      return give({ writtenAt: clock.nowMs() });
    }),
    handle(failOperator, async (call) => {
      if (!start.hasSimulator) return refuse('nothing is there');
      const { fault, forS } = call.body;
      const author = authorOf(call, clock);
      await start.failOperator(fault, forS * secondMs);
      await audit.note(author, noteOf('simulator.fault', { fault, forS }));
      return give({ untilMs: author.atMs + forS * secondMs });
    }),
    handle(moveSimulatorClock, async (call) => {
      if (!start.hasSimulator) return refuse('nothing is there');
      const { byS } = call.body;
      await start.moveClock(byS * secondMs);
      await audit.note(authorOf(call, clock), noteOf('simulator.clock', { byS }));
      return give({ movedS: byS });
    }),
  ];
}

/** Of the range for films and examples, which no operator serves. */
function isSimulated(digits: string): boolean {
  const phone = parsePhoneNumber(`+${digits}`, '');
  return phone !== undefined && isFictionNumber(phone);
}

function noteOf(action: string, details: object) {
  return { action, target: 'simulator', accountId: null, details };
}
