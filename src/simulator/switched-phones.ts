/** Phones that somebody has switched to do otherwise than their number says, until a time. */
import { unreachable } from '#core/assert.ts';
import { type Behaviour, delayed, type Report } from './behaviour.ts';
import { noReceipt, ordinary, report } from './simulated-numbers.ts';

export const phoneStates = [
  'on',
  'off',
  'out of coverage',
  'memory full',
  'unknown',
  'slow',
  'throttled',
] as const;

export type PhoneState = (typeof phoneStates)[number];

export const reportHabits = ['usual', 'early', 'late', 'twice', 'never'] as const;

export type ReportHabit = (typeof reportHabits)[number];

export type PhoneSwitch = {
  /** Digits. */
  readonly phone: string;
  readonly state: PhoneState;
  readonly reports: ReportHabit;
  readonly untilMs: number;
};

const atOnce = [100, 100] as const;
const backAfter = [30_000, 30_000] as const;
const lateMs = 60_000;
const slowMs = 5_000;
const throttled = 0x58;

export class SwitchedPhones {
  #byPhone: ReadonlyMap<string, PhoneSwitch> = new Map();

  /** All of them, in place of those before. */
  set(switches: readonly PhoneSwitch[]): void {
    this.#byPhone = new Map(switches.map((each) => [each.phone, each]));
  }

  /** What the number does now, where `usual` is what its table says. */
  change(address: string, usual: Behaviour, nowMs: number): Behaviour {
    const switched = this.#byPhone.get(address.replace(/^\+/, ''));
    if (switched === undefined || switched.untilMs <= nowMs) return usual;
    return withHabit(inState(switched.state, usual), switched.reports);
  }
}

/** The errors are those of GSM MAP: 1 unknown subscriber, 27 absent, 32 the phone takes nothing. */
function inState(state: PhoneState, usual: Behaviour): Behaviour {
  switch (state) {
    case 'on':
      return usual;
    case 'off':
      return reported(report('ENROUTE', '027', atOnce), report('EXPIRED', '027', backAfter));
    case 'out of coverage':
      return reported(report('ENROUTE', '027', atOnce), report('DELIVRD', '000', backAfter));
    case 'memory full':
      return reported(report('UNDELIV', '032'));
    case 'unknown':
      return reported(report('UNDELIV', '001'));
    case 'slow':
      return { ...usual, answer: { kind: 'accept late', afterMs: slowMs } };
    case 'throttled':
      return { ...usual, answer: { kind: 'refuse', status: throttled } };
    default:
      return unreachable(state);
  }
}

function reported(...reports: readonly Report[]): Behaviour {
  return { ...ordinary, receipts: { ...ordinary.receipts, reports } };
}

function withHabit(behaviour: Behaviour, habit: ReportHabit): Behaviour {
  const { receipts } = behaviour;
  switch (habit) {
    case 'usual':
      return behaviour;
    case 'early':
      return { ...behaviour, receipts: { ...receipts, way: 'in front' } };
    case 'late': {
      const reports = receipts.reports.map((each) => delayed(each, lateMs));
      return { ...behaviour, receipts: { ...receipts, reports } };
    }
    case 'twice':
      return { ...behaviour, receipts: { ...receipts, copies: 2 } };
    case 'never':
      return { ...behaviour, receipts: noReceipt };
    default:
      return unreachable(habit);
  }
}

/** Where they are kept between the pages and the operator. */
export const switchesSetting = 'simulator.phones';

export function writeSwitches(switches: readonly PhoneSwitch[]): string {
  return JSON.stringify(switches);
}

/** Those that still hold. */
export function readSwitches(written: string | undefined, nowMs: number): readonly PhoneSwitch[] {
  const all = written === undefined ? [] : (JSON.parse(written) as readonly PhoneSwitch[]);
  return all.filter(({ untilMs }) => untilMs > nowMs);
}
