/** What a bad day does to a mail server: at each stage of the dialogue a chance of this and that. */
import { type Answer, refuse, take } from '#mail/smtp/mail-listener.ts';

export const chaosStages = ['connect', 'sender', 'recipient', 'data'] as const;

export type ChaosStage = (typeof chaosStages)[number];

/** Chances in percent, which together are at most 100; the rest goes on at once. */
export type Chances = {
  readonly temporary: number;
  readonly permanent: number;
  readonly drop: number;
  /** Goes on after the delay; drawn apart from the others. */
  readonly delay: number;
  readonly delayMs: number;
};

export type Chaos = Readonly<Partial<Record<ChaosStage, Chances>>>;

export const calm: Chances = { temporary: 0, permanent: 0, drop: 0, delay: 0, delayMs: 0 };

/** What stands in the settings: it outlives the process, and every process reads it. */
export const chaosSetting = 'mail_catcher.chaos';

/** Calm for what this version did not write. */
export function parseChaos(written: string | undefined): Chaos {
  return written === undefined ? {} : (JSON.parse(written) as Chaos);
}

export function drawAnswer(
  { temporary, permanent, drop }: Chances,
  stage: ChaosStage,
  random: () => number,
): Answer {
  const drawn = random() * 100;
  if (drawn < temporary) return temporaryRefusals[stage];
  if (drawn < temporary + permanent) return permanentRefusals[stage];
  return drawn < temporary + permanent + drop ? { do: 'drop' } : take;
}

export function drawDelayMs({ delay, delayMs }: Chances, random: () => number): number {
  return random() * 100 < delay ? delayMs : 0;
}

const temporaryRefusals: Record<ChaosStage, Answer> = {
  connect: refuse(421, '4.3.2 Chaos: too busy'),
  sender: refuse(451, '4.3.0 Chaos: not now'),
  recipient: refuse(450, '4.2.1 Chaos: the mailbox is busy'),
  data: refuse(451, '4.3.0 Chaos: not now'),
};

const permanentRefusals: Record<ChaosStage, Answer> = {
  connect: refuse(554, '5.3.2 Chaos: takes no mail'),
  sender: refuse(550, '5.7.1 Chaos: not from you'),
  recipient: refuse(550, '5.1.1 Chaos: no such mailbox'),
  data: refuse(554, '5.6.0 Chaos: not this mail'),
};
