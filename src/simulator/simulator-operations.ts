/** `simulator numbers`, `phones`, `switch`, `fault`, `clock`: the built-in operator, whose phones are nobody's. */
import { z } from 'zod';
import type { InstallationAudit } from '#core/audit-note.ts';
import type { Author } from '#core/author.ts';
import { durationInput } from '#core/common-inputs.ts';
import { instantText } from '#core/instant-text.ts';
import { operation, refuse } from '#core/operation.ts';
import { isFictionNumber, parsePhoneNumber } from '#core/phone-number.ts';
import { ownDigits } from '#model/short-number.ts';
import { faults } from './faults.ts';
import type { SimulatorOrder } from './orders.ts';
import { calledPhones } from './phones/called-phones.ts';
import { simulatedNumbers } from './simulated-numbers.ts';
import {
  type PhoneSwitch,
  phoneStates,
  readSwitches,
  reportHabits,
  switchesSetting,
  writeSwitches,
} from './switched-phones.ts';
import { simulatorForms } from './words.ts';

export type NotedPorts = { readonly audit: InstallationAudit };

type SwitchPorts = {
  readonly settings: {
    findSetting(name: string): Promise<string | undefined>;
    saveSetting(name: string, value: string): Promise<void>;
  };
};

type OrderPorts = NotedPorts & {
  readonly hasSimulator: boolean;
  /** Whichever process runs the built-in operator does it, within a second. */
  readonly simulator: { addOrder(order: string, atMs: number): Promise<void> };
};

/** It is of no account, and a command names none. */
const ofNoAccount = async (): Promise<number> => 0;

const described = z.array(z.object({ number: z.string(), description: z.string() }));

export const listSimulatedNumbers = operation({
  name: 'simulator numbers',
  does: 'reads',
  needs: 'read facts',
  accountOf: ofNoAccount,
  output: z.object({
    /** To which messages are sent. */
    numbers: described,
    /** To which calls are led. */
    called: described,
  }),
  run: async () => ({ numbers: [...simulatedNumbers], called: [...calledPhones] }),
});

/** Those that people switch; all others of the operator do as their number says. */
const subscribers = [
  '33639980001',
  '33639980002',
  '33639980003',
  '33639980004',
  '33639980005',
  '33639980006',
  '33639980007',
  '33639980008',
] as const;

/** Others send to the same phones: nobody finds one switched the next day. */
const switchedMs = 3_600_000;

const phoneSwitch = z.strictObject({
  phone: z.enum(subscribers),
  state: z.enum(phoneStates),
  reports: z.enum(reportHabits),
});

export const listPhones = operation({
  name: 'simulator phones',
  does: 'reads',
  needs: 'read facts',
  accountOf: ofNoAccount,
  output: z.object({
    /** Null: nothing is switched. */
    phones: z.array(phoneSwitch.extend({ until: z.iso.datetime().nullable() })),
  }),
  async run(ports: SwitchPorts, _, { atMs }) {
    const switched = new Map((await switchesAt(atMs, ports)).map((each) => [each.phone, each]));
    return {
      phones: subscribers.map((phone) => {
        const { state = 'on', reports = 'usual', untilMs } = switched.get(phone) ?? {};
        const until = untilMs === undefined ? null : instantText(untilMs);
        return { phone, state, reports, until } as const;
      }),
    };
  },
});

/** Two people who switch at once: the last one counts. */
export const switchPhone = operation({
  name: 'simulator switch',
  does: 'writes',
  needs: 'send',
  accountOf: ofNoAccount,
  changes: ['simulator phones'],
  positional: ['phone'],
  input: phoneSwitch.extend({
    state: phoneSwitch.shape.state.default('on'),
    reports: phoneSwitch.shape.reports.default('usual'),
  }),
  output: z.object({ until: z.iso.datetime().nullable() }),
  refusals: ['simulator is off'],
  async run(ports: OrderPorts & SwitchPorts, wish, author) {
    if (!ports.hasSimulator) return refuse('simulator is off');
    const isUsual = wish.state === 'on' && wish.reports === 'usual';
    const untilMs = isUsual ? author.atMs : author.atMs + switchedMs;
    const standing = await switchesAt(author.atMs, ports);
    const others = standing.filter(({ phone }) => phone !== wish.phone);
    const written = writeSwitches([...others, { ...wish, untilMs }]);
    await ports.settings.saveSetting(switchesSetting, written);
    await order({ do: 'read switches' }, ports, author);
    await note('simulator.phone', wish, { ports, author });
    return { until: isUsual ? null : instantText(untilMs) };
  },
});

export async function switchesAt(
  atMs: number,
  { settings }: SwitchPorts,
): Promise<readonly PhoneSwitch[]> {
  return readSwitches(await settings.findSetting(switchesSetting), atMs);
}

export const failOperator = operation({
  name: 'simulator fault',
  does: 'writes',
  needs: 'administrator',
  input: z.strictObject({
    set: z.enum(faults),
    for: durationInput(86_400_000, simulatorForms.day).default(60_000),
  }),
  output: z.object({ fault: z.enum(faults), until: z.iso.datetime() }),
  refusals: ['simulator is off'],
  async run(ports: OrderPorts, { set: fault, for: forMs }, author) {
    if (!ports.hasSimulator) return refuse('simulator is off');
    await order({ do: 'fail', fault, forMs }, ports, author);
    await note('simulator.fault', { fault, forMs }, { ports, author });
    return { fault, until: instantText(author.atMs + forMs) };
  },
});

export const moveClock = operation({
  name: 'simulator clock',
  does: 'writes',
  needs: 'administrator',
  positional: ['by'],
  input: z.strictObject({ by: durationInput(366 * 86_400_000, simulatorForms.year) }),
  output: z.object({ byMs: z.int() }),
  refusals: ['simulator is off'],
  async run(ports: OrderPorts, { by: byMs }, author) {
    if (!ports.hasSimulator) return refuse('simulator is off');
    await order({ do: 'move clock', byMs }, ports, author);
    await note('simulator.clock', { byMs }, { ports, author });
    return { byMs };
  },
});

type HandsetPorts = Pick<OrderPorts, 'hasSimulator'> & {
  readonly handsets: {
    /** Digits of numbers that take replies for the account. */
    numbersOf(accountId: number): Promise<readonly string[]>;
    write(written: WrittenOnPhone): Promise<void>;
  };
};

export type WrittenOnPhone = {
  /** Whose page it was written on. */
  readonly accountId: number;
  readonly phone: string;
  readonly to: string;
  readonly text: string;
};

/** It arrives like any reply. Only phones of the operator write, and to nobody else's number. */
export const writeOnPhone = operation({
  name: 'simulator write',
  does: 'writes',
  needs: 'send',
  input: z.strictObject({
    phone: z.string().regex(/^\d{8,15}$/),
    /** A number of the account, or a shared short number, in digits. */
    to: z.string().regex(ownDigits),
    text: z.string().min(1).max(5_000),
  }),
  output: z.object({}),
  refusals: ['nothing is there'],
  async run({ hasSimulator, handsets }: HandsetPorts, written, { accountId }) {
    if (!hasSimulator || !isSimulated(written.phone)) return refuse('nothing is there');
    const numbers = await handsets.numbersOf(accountId);
    if (!numbers.includes(written.to)) return refuse('nothing is there');
    await handsets.write({ accountId, ...written });
    return {};
  },
});

/** Of the range for films and examples, which no operator serves. */
function isSimulated(digits: string): boolean {
  const phone = parsePhoneNumber(`+${digits}`, '');
  return phone !== undefined && isFictionNumber(phone);
}

function order(what: SimulatorOrder, { simulator }: OrderPorts, { atMs }: Author): Promise<void> {
  return simulator.addOrder(JSON.stringify(what), atMs);
}

function note(
  action: string,
  details: object,
  { ports, author }: { readonly ports: NotedPorts; readonly author: Author },
): Promise<void> {
  return ports.audit.note(author, { action, target: 'simulator', accountId: null, details });
}
