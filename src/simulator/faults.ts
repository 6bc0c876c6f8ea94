/** What can be wrong with the operator as a whole, whichever number a message goes to. */
import { unreachable } from '#core/assert.ts';
import { type Behaviour, delayed } from './behaviour.ts';

export const faults = [
  'none',
  'down',
  'throttling',
  'slow',
  'wrong-ids',
  'duplicates',
  'late-receipts',
] as const;

export type Fault = (typeof faults)[number];

const throttled = 0x58;
const slowMs = 5_000;
const lateMs = 3_600_000;

/** What becomes of a message while the fault lasts. */
export function spoil(behaviour: Behaviour, fault: Fault): Behaviour {
  const { receipts } = behaviour;
  switch (fault) {
    case 'throttling':
      return { ...behaviour, answer: { kind: 'refuse', status: throttled } };
    case 'slow':
      return { ...behaviour, answer: { kind: 'accept late', afterMs: slowMs } };
    case 'duplicates':
      return { ...behaviour, receipts: { ...receipts, copies: receipts.copies + 1 } };
    case 'late-receipts': {
      const reports = receipts.reports.map((report) => delayed(report, lateMs));
      return { ...behaviour, receipts: { ...receipts, reports } };
    }
    // Seen to where the ids are given, and where the port is opened.
    case 'none':
    case 'down':
    case 'wrong-ids':
      return behaviour;
    default:
      return unreachable(fault);
  }
}
