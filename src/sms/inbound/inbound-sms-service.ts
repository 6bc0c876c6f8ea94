/**
 * Messages that people send to our numbers: stored with the events they owe before the operator hears OK.
 *
 * ```
 *   deliver_sm ──► whole ──────────────────────► claim ──► message, events     one commit, then OK
 *              └─► part ──► one commit, then OK
 *                    └─ all there, or 120 s ───► claim ──► message, events     one commit
 * ```
 */

import type { Clock } from '#core/clock.ts';
import { errorFields, type Log, maskPhone } from '#core/log.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { IncompleteText } from '#model/reply-fact.ts';
import { peerDigits } from '#sms/numbers/peer-digits.ts';
import { type Operator, operatorDefaults } from '#sms/operator.ts';
import type { DeliverSm } from '#sms/smpp/pdu.ts';
import type { StopList } from '#sms/stops/stop-list.ts';
import {
  type InboundAccount,
  type InboundAccountPorts,
  resolveInboundAccount,
} from './inbound-account.ts';
import type { InboundRecorder } from './inbound-recorder.ts';
import type {
  InboundGroup,
  InboundItem,
  InboundKind,
  InboundMessage,
  InboundRoute,
  InboundStore,
} from './inbound-store.ts';
import { type CodedPart, type InboundAlphabets, readParts } from './inbound-text.ts';
import { type LinkKey, Redeliveries } from './redeliveries.ts';
import type { ReplyMaker } from './reply-maker.ts';
import { readWish, type StopMatch, type Wish } from './stop-words.ts';
import { messageKey, Unanswered } from './unanswered.ts';
import { readUserData, type UserData } from './user-data.ts';

/** SMPP 3.4 §5.2.12: bits 5 to 2 say what a deliver_sm is; these two are said by the phone or its owner. */
const typeBits = 0x3c;
const acknowledgements: ReadonlySet<number> = new Set([0x08, 0x10]);

export type InboundPorts = InboundAccountPorts & {
  readonly recorder: InboundRecorder;
  readonly stored: Pick<InboundStore, 'newestMessages' | 'answeredUntilMs' | 'saveAnsweredUntil'>;
  readonly replies: ReplyMaker;
  readonly stops: Pick<StopList, 'add' | 'remove'>;
  /** A phone wants nothing more from an account: what waits for it is not to go. */
  readonly stopped: (accountId: number, phone: PhoneNumber) => void;
  readonly operator: (id: number) => Operator | undefined;
  readonly stopMatch: StopMatch;
  /** Of the installation: where an operator names none of its own. */
  readonly homeCountry: string;
  readonly clock: Clock;
  readonly log: Log;
};

/** How long the parts of a text are waited for, and a repeat of one is known. */
export const partsAwaitedMs = 120_000;

/** A message that is complete, or as complete as it will be. */
type Whole = InboundRoute & {
  /** The phone tells of another message: kept, and nobody is told. */
  readonly isAcknowledgement: boolean;
  readonly parts: readonly (CodedPart & { readonly number?: number })[];
  readonly partsTotal: number;
  readonly receivedAtMs: number;
  readonly groupId: number | null;
};

export class InboundSmsService {
  readonly #ports: InboundPorts;
  readonly #redeliveries: Redeliveries;
  readonly #unanswered: Unanswered;

  constructor(ports: InboundPorts) {
    this.#ports = ports;
    this.#redeliveries = new Redeliveries(ports.clock);
    this.#unanswered = new Unanswered(ports.stored, ports.clock);
  }

  /** Returns when it is stored; throws `StorageUnavailable` when it cannot be. */
  async take(operator: Operator, pdu: DeliverSm, link: LinkKey): Promise<void> {
    const startedAtMs = this.#ports.clock.monotonicMs();
    const data = readUserData(pdu);
    const route = this.#routeOf(operator, pdu);
    const key = keyOf(route, pdu, data);
    if (
      this.#redeliveries.isRepeat(key) ||
      (await this.#unanswered.isRepeat(key, operator.id, link))
    ) {
      this.#ports.log.info('inbound.repeated', told(route));
      return;
    }
    this.#unanswered.stores(key);
    await this.#store(route, pdu, data);
    this.#redeliveries.stored(key, startedAtMs, link);
  }

  /** The OK of what came last on it may not have left. */
  linkLost(link: LinkKey): void {
    this.#redeliveries.linkLost(link);
  }

  /** Everything that came is answered: to be called when the links are gone in good order. */
  async ended(): Promise<void> {
    if (this.#redeliveries.isInDoubt) return;
    await this.#ports.stored.saveAnsweredUntil(this.#ports.clock.nowMs());
  }

  /** Makes the message of a group that is complete, or that is not waited for any longer. */
  async close(group: InboundGroup): Promise<void> {
    const { id, parts, total, operatorId, sender, receiver, receivedAtMs } = group;
    const route = { operatorId, sender, receiver, isAcknowledgement: false };
    await this.#receive({ ...route, parts, partsTotal: total, receivedAtMs, groupId: id });
  }

  #routeOf({ id, settings }: Operator, { source, destination }: DeliverSm): InboundRoute {
    const homeCountry = settings.homeCountry || this.#ports.homeCountry;
    return {
      operatorId: id,
      sender: peerDigits(source, homeCountry),
      receiver: peerDigits(destination, homeCountry),
    };
  }

  async #store(route: InboundRoute, pdu: DeliverSm, data: UserData): Promise<void> {
    const receivedAtMs = this.#ports.clock.nowMs();
    const part = codedPart(pdu, data);
    const isAcknowledgement = acknowledgements.has(pdu.esmClass & typeBits);
    if (data.place === undefined || isAcknowledgement) {
      const whole = { parts: [part], partsTotal: 1, receivedAtMs, groupId: null };
      return this.#receive({ ...route, ...whole, isAcknowledgement });
    }
    const awaitedMs = partsAwaitedMs;
    const joined = { ...route, ...data.place, ...part, receivedAtMs, awaitedMs };
    const result = await this.#ports.recorder.record({ kind: 'part', part: joined });
    if (result.kind === 'repeated') this.#ports.log.info('inbound.part_repeated', told(route));
    // Every part is durable: a caller who waits for the OK need not wait for this.
    if (result.kind === 'complete') void this.#closeSoon(result.group);
  }

  async #closeSoon(group: InboundGroup): Promise<void> {
    try {
      await this.close(group);
    } catch (error) {
      // It is due, and is found in the table.
      this.#ports.log.warn('inbound.unclosed', { group: group.id, ...errorFields(error) });
    }
  }

  async #receive(whole: Whole): Promise<void> {
    const { item, claimed } = await this.#judge(whole);
    // First the list: the message may come again, and a phone is listed once however often it asks.
    await this.#obey(item.message, claimed);
    const { kind } = await this.#ports.recorder.record(item);
    const { accountId, partsReceived, partsTotal } = item.message;
    const parts = { partsReceived, partsTotal };
    const fields = { ...told(whole), ...parts, kind: item.message.kind, accountId };
    this.#ports.log.info(kind === 'stored' ? 'inbound.received' : 'inbound.repeated', fields);
  }

  /** A STOP nobody can be found for closes the number for all of its accounts. */
  async #obey(
    { kind, accountId, sender, receivedAtMs }: InboundMessage,
    claimed: InboundAccount | undefined,
  ) {
    if (claimed === undefined || (kind !== 'stop' && kind !== 'start') || !isPhone(sender)) return;
    const all = accountId === null ? this.#ports.numbers().accountsOf(claimed.number) : [accountId];
    for (const each of all) {
      if (kind === 'start') await this.#ports.stops.remove(each, sender);
      else {
        const stop = { accountId: each, phone: sender, source: 'reply' } as const;
        await this.#ports.stops.add({ ...stop, createdAtMs: receivedAtMs });
        this.#ports.stopped(each, sender);
      }
    }
  }

  async #judge(whole: Whole): Promise<{ item: MessageItem; claimed: InboundAccount | undefined }> {
    const { operatorId, sender, receiver, parts, partsTotal, receivedAtMs, groupId } = whole;
    const operator = this.#ports.operator(operatorId);
    const text = readParts(parts, alphabetsOf(operator));
    const test = operator?.builtIn ?? false;
    const received = { operatorId, sender, receiver, receivedAtMs, test };
    const claimed = whole.isAcknowledgement
      ? undefined
      : await resolveInboundAccount({ ...received, text: text ?? '' }, this.#ports);
    const accountId = claimed?.accountId ?? null;
    const wish = text === undefined ? undefined : readWish(text, this.#ports.stopMatch);
    const message: InboundMessage = {
      ...received,
      kind: kindOf(text, accountId, claimed === undefined ? undefined : wish),
      accountId,
      text,
      octets: Buffer.concat(parts.map(({ octets }) => octets)),
      dataCoding: parts[0]?.dataCoding ?? 0,
      partsReceived: parts.length,
      partsTotal,
      answersMessageId: claimed?.answered?.messageId ?? 0,
    };
    const events =
      text === undefined || claimed === undefined || accountId === null
        ? []
        : await this.#ports.replies.replies({
            accountId,
            to: claimed.number.kind,
            number: claimed.number.digits,
            phone: sender,
            text,
            incomplete: incompleteOf(whole, alphabetsOf(operator)),
            isStop: wish === 'stop',
            answersMessageId: message.answersMessageId,
            receivedAtMs,
            madeAtMs: this.#ports.clock.nowMs(),
            replyUrl: claimed.answered?.replyUrl ?? null,
            replyEndpointId: claimed.answered?.replyEndpointId ?? null,
            test,
          });
    return { item: { kind: 'message', message, events, groupId }, claimed };
  }
}

/** Undefined where nothing is missing, or a part cannot be read by itself. */
function incompleteOf(
  { parts, partsTotal }: Whole,
  alphabets: InboundAlphabets,
): IncompleteText | undefined {
  if (parts.length >= partsTotal) return undefined;
  const read = parts.flatMap(({ number, ...part }) => {
    const text = readParts([part], alphabets);
    return text === undefined || number === undefined ? [] : { number, text };
  });
  return read.length < parts.length ? undefined : { total: partsTotal, parts: read };
}

type MessageItem = Extract<InboundItem, { readonly kind: 'message' }>;

/** E.164 in digits: what recipients are compared with. */
function isPhone(sender: string): sender is PhoneNumber {
  return /^[1-9]\d{7,14}$/.test(sender);
}

function kindOf(
  text: string | undefined,
  accountId: number | null,
  wish: Wish | undefined,
): InboundKind {
  if (text === undefined) return 'binary';
  return wish ?? (accountId === null ? 'unclaimed' : 'reply');
}

/** The octets are kept beyond this turn, and would keep the whole chunk that they came in. */
function codedPart({ dataCoding }: DeliverSm, data: UserData): CodedPart {
  const { octets, headerOctets, shifts } = data;
  return {
    dataCoding,
    headerOctets,
    singleShift: shifts.single ?? null,
    lockingShift: shifts.locking ?? null,
    octets: Buffer.from(octets),
  };
}

function keyOf(route: InboundRoute, pdu: DeliverSm, { octets, place }: UserData): string {
  const part = place === undefined ? '' : `${place.reference}/${place.number}/${place.total}`;
  return messageKey(route, { dataCoding: pdu.dataCoding, octets }, part);
}

/** An operator that is gone: its messages are read as most are written. */
function alphabetsOf(operator: Operator | undefined): InboundAlphabets {
  const { defaultAlphabet, ia5 } = operator?.settings ?? operatorDefaults;
  return { defaultAlphabet, ia5 };
}

function told({ sender, receiver, operatorId }: InboundRoute): Record<string, unknown> {
  return { operatorId, from: maskPhone(sender), to: receiver };
}
