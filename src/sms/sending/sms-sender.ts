/** Accepting a message: judged, and in one durable commit with the work it owes. */

import {
  type AcceptResult,
  type Answered,
  acceptOnce,
  answerOf,
  notAccepted,
} from '#core/accept.ts';
import type { IdempotencyStore } from '#core/idempotency.ts';
import { Batcher } from '#queue/batcher.ts';
import type { Owed } from '#queue/job.ts';
import type { InboundStore } from '#sms/inbound/inbound-store.ts';
import type { OutgoingPart } from '#sms/message.ts';
import type { MessageStore } from '#sms/message-store.ts';
import type { RouteChoice } from '#sms/routing/route-store.ts';
import type { SendRefusal, SendReply, SendRequest, Sent } from '#sms/send-request.ts';
import { ConcatReferences } from './concat-references.ts';
import { type Draft, type DraftPorts, draft, draftPlanned, type Planned } from './draft.ts';
import { type JudgePorts, judge } from './judge.ts';
import { judgePlanned } from './judge-planned.ts';
import {
  type Allowed,
  isUrgent,
  type Judgement,
  type JudgeReply,
  normalRecipientsMax,
  refused,
} from './judgement.ts';
import { LargeSends } from './large-sends.ts';
import { SendPlans } from './send-plans.ts';
import { refusePartial, refuseWhole } from './whole-request.ts';

/** Accepts that wait for their commit; past this the disk is not keeping up. */
const unsettledMax = 5_000;
const overloadRetryS = 2;
/** Places above the mark that are kept for codes: a campaign that fills the queue must not keep them out. */
const urgentRoomMax = 10_000;

export type SendPorts = JudgePorts &
  Omit<DraftPorts, 'references'> & {
    /** 0 to 1. */
    readonly random: () => number;
    readonly store: Pick<MessageStore, 'acceptMessages'>;
    readonly replyAddresses: Pick<InboundStore, 'keepReplyAddress'>;
    readonly replies: IdempotencyStore;
    /** Parts owed and not yet sent, and how many there may be. */
    readonly waiting: () => { readonly parts: number; readonly partsMax: number };
    /** The lane of a URL that a request named; undefined when the account has too many origins. */
    readonly endpointFor: (accountId: number, url: string) => Promise<number | undefined>;
    /** Takes parts whose jobs have just been committed. */
    readonly offer: (parts: readonly Owed<OutgoingPart>[]) => void;
    /** Takes the reasons why accepted messages go where they go. */
    readonly noteChoices: (choices: readonly RouteChoice[]) => void;
  };

/** In place of an endpoint's id: that of the account serves. */
const ownEndpoint = null;

/** A short queue keeps as many places as it has. */
export function urgentRoomOf(partsMax: number): number {
  return Math.min(urgentRoomMax, partsMax);
}

export class SmsSender {
  readonly #ports: SendPorts & DraftPorts;
  readonly #accepts: Batcher<Draft, AcceptResult>;
  readonly #large = new LargeSends();
  readonly #plans: Pick<SendPlans, 'find'>;

  constructor(ports: SendPorts, plans: Pick<SendPlans, 'find'> = new SendPlans(ports)) {
    this.#plans = plans;
    this.#ports = { ...ports, references: new ConcatReferences(ports.random) };
    this.#accepts = new Batcher((drafts) => this.#store(drafts));
  }

  /** Not even a code would be taken: there is no use in reading what comes. */
  get isFull(): boolean {
    return this.#isAbove((partsMax) => partsMax + urgentRoomOf(partsMax));
  }

  /** Answers after the commit. Throws `StorageUnavailable` when nothing could be committed. */
  send(request: SendRequest): Promise<SendReply> {
    const isLarge = request.phones.length > normalRecipientsMax;
    if (this.#overloaded(request) || (isLarge && this.#large.isFull)) {
      return Promise.resolve(refused({ why: 'overloaded', retryAfterS: overloadRetryS }));
    }
    if (isLarge) return this.#large.takeTurn(() => this.#send(request));
    return this.#sendPlanned(request) ?? this.#send(request);
  }

  /** Undefined: it is judged in full. */
  #sendPlanned(request: SendRequest): Promise<SendReply> | undefined {
    const plan = this.#plans.find(request);
    const judged = plan && judgePlanned(request, plan, this.#ports);
    if (judged === undefined) return undefined;
    return judged.ok ? this.#acceptPlanned(judged) : Promise.resolve(judged);
  }

  async #acceptPlanned(planned: Planned & { readonly allowed: Allowed }): Promise<SendReply> {
    let isNew = false;
    try {
      const answered = await this.#commit(draftPlanned(planned, this.#ports));
      isNew = answered.isNew;
      return answered.told;
    } finally {
      if (!isNew) planned.allowed.giveBack();
    }
  }

  #send(request: SendRequest): Promise<SendReply> {
    return acceptOnce(
      request,
      {
        judge: () => judge(request, this.#ports),
        accept: (judgement) => this.#accept(judgement),
        giveBack: ({ allowed }) => allowed.giveBack(),
      },
      this.#ports,
    );
  }

  /** What a send of this would do and cost, and why. Nothing is stored or counted. */
  async preview(request: SendRequest): Promise<JudgeReply> {
    const judged = await judge(request, this.#ports);
    if (judged.ok) judged.judgement.allowed.giveBack();
    return judged;
  }

  #accept(judgement: Judgement): Promise<Answered<Sent, SendRefusal>> {
    const { partial, reportUrl, replyUrl } = judgement.request;
    const refuse = partial === true ? refusePartial : refuseWhole;
    const refusal = refuse(judgement);
    if (refusal !== undefined) return Promise.resolve(notAccepted(refusal));
    return reportUrl === undefined && replyUrl === undefined
      ? this.#commit(draft(judgement, ownEndpoint, this.#ports))
      : this.#acceptWithUrls(judgement);
  }

  async #acceptWithUrls(judgement: Judgement): Promise<Answered<Sent, SendRefusal>> {
    const { request } = judgement;
    const { reportUrl, replyUrl } = request;
    const endpointId =
      reportUrl === undefined ? ownEndpoint : await this.#endpoint(request, reportUrl);
    if (endpointId === undefined) return notAccepted({ why: 'too many report addresses' });
    const made = draft(judgement, endpointId, this.#ports);
    if (replyUrl !== undefined && !(await this.#keepReplyAddress(request, replyUrl, made))) {
      return notAccepted({ why: 'too many report addresses' });
    }
    return this.#commit(made);
  }

  /** Only a sender of digits can be answered. False: the account has too many addresses. */
  async #keepReplyAddress(request: SendRequest, url: string, { acceptance }: Draft) {
    const { id: messageId, sender } = acceptance.message;
    if (!/^\d+$/.test(sender)) return true;
    const endpointId = await this.#endpoint(request, url);
    if (endpointId === undefined) return false;
    await this.#ports.replyAddresses.keepReplyAddress({ messageId, url, endpointId });
    return true;
  }

  #overloaded(request: SendRequest): boolean {
    return isUrgent(request) ? this.isFull : this.#isAbove((partsMax) => partsMax);
  }

  #isAbove(mark: (partsMax: number) => number): boolean {
    const { parts, partsMax } = this.#ports.waiting();
    return parts >= mark(partsMax) || this.#accepts.unsettled >= unsettledMax;
  }

  #endpoint({ caller }: SendRequest, url: string): Promise<number | undefined> {
    return this.#ports.endpointFor(caller.account.id, url);
  }

  async #commit(made: Draft): Promise<Answered<Sent>> {
    const { sent } = made;
    return answerOf(await this.#accepts.add(made), { sent, cost: sent.cost });
  }

  /** What one commit has accepted is handed over together: binds take it in one go. */
  async #store(drafts: readonly Draft[]): Promise<readonly AcceptResult[]> {
    const { store, offer, noteChoices } = this.#ports;
    const results = await store.acceptMessages(drafts.map(({ acceptance }) => acceptance));
    const accepted = drafts.filter((_, index) => results[index]?.kind === 'accepted');
    const choices = accepted.flatMap((made) => made.choices);
    if (accepted.length > 0) offer(accepted.flatMap(({ parts }) => parts));
    if (choices.length > 0) noteChoices(choices);
    return results;
  }
}
