/** `simulator time`: moves time on for an account's test messages that wait. */
import { z } from 'zod';
import { durationInput } from '#core/common-inputs.ts';
import { operation, refuse } from '#core/operation.ts';
import { moveTestTime, type TestTimePorts, testTimeMsMax } from './test-time.ts';

export const moveTime = operation({
  name: 'simulator time',
  does: 'writes',
  needs: 'send',
  input: z.strictObject({
    by: durationInput(testTimeMsMax, { en: '366 days', fr: '366 jours' }),
  }),
  output: z.object({
    account: z.int(),
    byMs: z.int(),
    /** Parts whose time was moved. */
    parts: z.int(),
    /** More of them wait, and stayed as they were. */
    isCut: z.boolean(),
  }),
  refusals: ['simulator is off'],
  async run(
    ports: TestTimePorts & { readonly hasSimulator: boolean },
    { by: byMs },
    { accountId, ...author },
  ) {
    if (!ports.hasSimulator) return refuse('simulator is off');
    const moved = await moveTestTime({ accountId, byMs }, ports, author);
    return { account: accountId, byMs, ...moved };
  },
});
