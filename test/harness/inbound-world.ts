/** Our numbers and what is written to them, over the SMS world: a phone's side, and what clients hear. */
import { must } from '#core/assert.ts';
import type { OwnNumber } from '#model/own-number.ts';
import type { IdSource } from '#queue/id-source.ts';
import { closeDue } from '#sms/inbound/group-closer.ts';
import { InboundRecorder } from '#sms/inbound/inbound-recorder.ts';
import { type InboundPorts, InboundSmsService } from '#sms/inbound/inbound-sms-service.ts';
import type { NewNumber } from '#sms/numbers/number-store.ts';
import { blankBody } from '#sms/smpp/layout.ts';
import type { DeliverSm } from '#sms/smpp/pdu.ts';
import { AccountEndpoints } from '#webhooks/account-endpoints.ts';
import { ReplyMaker } from '#webhooks/reply-maker.ts';
import { atMs } from './records.ts';
import { Arrivals } from './smpp-link.ts';
import { aPhone, openSmsWorld, type SmsWorld, type SmsWorldOptions } from './sms-world.ts';

/** The body of a webhook about a reply. */
export type Told = Readonly<Record<string, unknown>>;

export const longNumber = '33755000001';
export const shortNumber = '36180';

/** What a phone sends: plain text to the long number unless said otherwise. */
export function fromPhone(text: string | Buffer, changes: Partial<DeliverSm> = {}): DeliverSm {
  return {
    ...blankBody('deliver_sm'),
    source: { ton: 1, npi: 1, address: aPhone },
    destination: { ton: 1, npi: 1, address: longNumber },
    shortMessage: Buffer.from(text),
    ...changes,
  };
}

/** A part behind a header with a reference of 8 bits. */
export function aPart(
  [reference, total, number]: readonly [reference: number, total: number, number: number],
  text: string | Buffer,
  changes: Partial<DeliverSm> = {},
): DeliverSm {
  const header = Buffer.from([5, 0, 3, reference, total, number]);
  return fromPhone(Buffer.concat([header, Buffer.from(text)]), { esmClass: 0x40, ...changes });
}

export async function openInboundWorld(options: SmsWorldOptions = {}): Promise<InboundWorld> {
  const sms = await openSmsWorld(options);
  const world = new InboundWorld(sms);
  await world.addNumber({ digits: longNumber, accountId: sms.account.id });
  return world;
}

export class InboundWorld implements AsyncDisposable {
  readonly sms: SmsWorld;
  /** What clients were told, in the order in which it was stored. */
  readonly told = new Arrivals<Told>();
  /** Accounts and phones whose waiting parts were dropped. */
  readonly stopped: string[] = [];
  readonly service: InboundSmsService;

  constructor(sms: SmsWorld) {
    this.sms = sms;
    this.service = this.restartedService();
  }

  /** The service of a process that has nothing in memory. */
  restartedService(changed: Partial<InboundPorts> = {}): InboundSmsService {
    const { storage, clock, log } = this.sms;
    const { ids } = this.sms.opened;
    return new InboundSmsService({
      store: storage.inbound,
      recorder: new InboundRecorder({
        store: storage.inbound,
        eventIds: ids.event,
        eventsStored: (events) => {
          for (const { body } of events) {
            this.told.add(JSON.parse(Buffer.from(body).toString()) as Told);
          }
        },
      }),
      handset: storage.inbound,
      stored: storage.inbound,
      replies: this.#replies(ids.job),
      numbers: () => this.sms.opened.numbers,
      operator: (id) => this.sms.opened.directory.operators.find((each) => each.id === id),
      stops: this.sms.opened.stops,
      stopped: (accountId, phone) => this.stopped.push(`${accountId} ${phone}`),
      stopMatch: 'whole',
      homeCountry: 'FR',
      clock,
      log,
      ...changed,
    });
  }

  async addNumber(number: Partial<NewNumber>): Promise<OwnNumber> {
    const made = await this.sms.storage.numbers.createNumber({
      digits: longNumber,
      kind: 'long',
      accountId: null,
      operatorId: null,
      takesSms: true,
      takesCalls: false,
      createdAtMs: atMs,
      ...number,
    });
    await this.sms.readNumbers();
    return must(made, 'number');
  }

  /** A short number that these accounts send from. */
  async addShortNumber(...accountIds: readonly number[]): Promise<OwnNumber> {
    const number = await this.addNumber({ digits: shortNumber, kind: 'short' });
    for (const accountId of accountIds) {
      await this.sms.storage.numbers.setShortNumber({
        accountId,
        numberId: number.id,
        keyword: '',
      });
    }
    await this.sms.readNumbers();
    return number;
  }

  /** Takes what a phone sends and waits until all of it has come to its end. */
  async receive(...pdus: readonly DeliverSm[]): Promise<void> {
    for (const pdu of pdus) await this.service.take(this.sms.operator, pdu, this);
    await this.sms.quiet();
  }

  /** What is due by now is closed. */
  async closeDue(): Promise<void> {
    const { storage, clock, log } = this.sms;
    const directory = () => this.sms.opened.directory;
    await closeDue({ store: storage.inbound, service: this.service, directory, clock, log });
  }

  /** What clients were told under this name. */
  fields(name: string): unknown[] {
    return this.told.all.map((told) => told[name]);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.sms[Symbol.asyncDispose]();
  }

  #replies(jobIds: IdSource): ReplyMaker {
    let uuids = 0;
    return new ReplyMaker({
      signers: { find: () => null },
      endpoints: new AccountEndpoints(this.sms.storage.webhooks),
      nextJobId: () => must(jobIds.take(), 'id of a job'),
      makeUuid: () => `00000000-0000-4000-8000-${String(++uuids).padStart(12, '0')}`,
      random: () => 0.5,
    });
  }
}

/** Delivers them one after the other; the texts that were told by then. */
export async function textsTold(
  world: InboundWorld,
  ...pdus: readonly DeliverSm[]
): Promise<unknown[]> {
  await world.receive(...pdus);
  return world.fields('text');
}
