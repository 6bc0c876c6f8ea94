/** `campaign preview`: what a campaign would come to, before anything is stored or counted. */
import { z } from 'zod';
import type { AccountStore } from '#accounts/account-store.ts';
import type { AddressBookStore } from '#accounts/address-book/address-book-store.ts';
import type { Contact } from '#accounts/address-book/contact.ts';
import { refuseGroup } from '#accounts/address-book/group-operations.ts';
import { must } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import { formatBalance, formatExact, type Millionths } from '#core/money.ts';
import { operation, refuse } from '#core/operation.ts';
import { formatPhone } from '#core/phone-number.ts';
import { recipientsMax } from '#sms/message.ts';
import type { SendRequest } from '#sms/send-request.ts';
import type { Judgement, JudgeReply } from '#sms/sending/judgement.ts';
import { refuseField, wordedShape } from './campaign-operations.ts';
import { costOf, skippedOf } from './campaign-runner.ts';
import { findUnknownField, lacksField } from './campaign-text.ts';
import { skippedView, viewSkipped } from './campaign-view.ts';
import { requestOf } from './slice-request.ts';

type PreviewPorts = {
  readonly accounts: Pick<AccountStore, 'findAccount'>;
  readonly addressBook: Pick<AddressBookStore, 'findGroup' | 'countContacts' | 'contactsBetween'>;
  /** Judges as a send would. */
  readonly judgeSend: (request: SendRequest) => Promise<JudgeReply>;
  readonly clock: Pick<Clock, 'sleep'>;
};

/** Contacts that are judged; the figures of more are taken from them. */
const lookedAtMax = 5_000;
const samplesMax = 5;
/** Between slices, so that a page's question holds up nobody. */
const restMs = 5;

export const previewCampaign = operation({
  name: 'campaign preview',
  does: 'writes',
  needs: 'send',
  input: z.strictObject(wordedShape),
  output: z.object({
    contacts: z.int(),
    /** Judged one by one; where the group has more, the figures below are an estimate for all of them. */
    lookedAt: z.int(),
    recipients: z.int(),
    parts: z.int(),
    cost: z.string(),
    balance: z.string(),
    currency: z.string(),
    skipped: skippedView,
    /** Of those that were looked at: contacts of whom a field of the text is empty. */
    unfilled: z.int(),
    /** Why nobody at all would get it; null: nothing stands in the way. */
    blocked: z.string().nullable(),
    samples: z.array(
      z.object({ phone: z.string(), text: z.string(), parts: z.int(), cost: z.string() }),
    ),
  }),
  refusals: ['group is not there', 'group is empty', 'text names an unknown field'],
  async run(ports: PreviewPorts, { group: groupId, ...worded }, caller) {
    const { accountId } = caller;
    const { accounts, addressBook, judgeSend, clock } = ports;
    const unknown = findUnknownField(worded.text);
    if (unknown !== undefined) return refuseField(unknown);
    if ((await addressBook.findGroup(accountId, groupId)) === undefined) {
      return refuseGroup(groupId, caller);
    }
    const contacts = await addressBook.countContacts(groupId);
    if (contacts === 0) return refuse('group is empty', { field: 'group' });
    const account = must(await accounts.findAccount(accountId), 'account');
    const look = new Look(worded.text);
    while (look.lookedAt < lookedAtMax && look.blocked === null) {
      const span = { groupId, afterId: look.lastId, throughId: Number.MAX_SAFE_INTEGER };
      const slice = await addressBook.contactsBetween(span, recipientsMax);
      if (slice.length === 0) break;
      look.take(slice, await judgeSend(requestOf(worded, slice, { account })));
      await clock.sleep(restMs);
    }
    const balance = worded.test ? account.testBalance : account.balance;
    const { currency } = account;
    return { contacts, currency, balance: formatBalance(balance), ...look.figures(contacts) };
  },
});

/** What was seen of the contacts so far. */
class Look {
  lookedAt = 0;
  lastId = 0;
  blocked: string | null = null;
  readonly #text: string;
  #going = 0;
  #parts = 0;
  #cost = 0;
  #unfilled = 0;
  readonly #skipped: Record<string, number> = {};
  #samples: Judgement['going'] = [];

  constructor(text: string) {
    this.#text = text;
  }

  take(contacts: readonly Contact[], judged: JudgeReply): void {
    if (!judged.ok) {
      this.blocked = judged.refusal.why;
      return;
    }
    const { going, turnedAway } = judged.judgement;
    this.lookedAt += contacts.length;
    this.lastId = contacts.at(-1)?.id ?? this.lastId;
    this.#going += going.length;
    this.#parts += going.reduce((sum, { plan }) => sum + plan.parts, 0);
    this.#cost += costOf({ going });
    this.#unfilled += contacts.filter(({ details }) => lacksField(this.#text, details)).length;
    if (this.#samples.length === 0) this.#samples = going.slice(0, samplesMax);
    for (const [why, count] of Object.entries(skippedOf(turnedAway))) {
      this.#skipped[why] = (this.#skipped[why] ?? 0) + count;
    }
  }

  figures(contacts: number) {
    const share = this.lookedAt === 0 ? 0 : contacts / this.lookedAt;
    return {
      lookedAt: this.lookedAt,
      recipients: Math.round(this.#going * share),
      parts: Math.round(this.#parts * share),
      cost: formatExact(Math.round(this.#cost * share) as Millionths),
      skipped: viewSkipped({ skipped: this.#skipped }),
      unfilled: this.#unfilled,
      blocked: this.blocked,
      samples: this.#samples.map(({ phone, text, plan, cost }) => ({
        phone: formatPhone(phone),
        text,
        parts: plan.parts,
        cost: formatExact(cost),
      })),
    };
  }
}
