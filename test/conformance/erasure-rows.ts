import type { ErasureScope } from '#accounts/erasure-store.ts';
import { Pseudonyms } from '#core/erased.ts';
import type { Storage } from '#storage/storage.ts';
import { aCaughtMail } from '#test/harness/caught-mail-records.ts';
import { atMs, money, phone } from '#test/harness/records.ts';

export const pseudonyms = new Pseudonyms(Buffer.alloc(32, 7));
export const person = phone('33612345678');
export const other = phone('33698765432');
export const address = 'ann@example.com';
export const otherAddress = 'bob@example.com';

export const anAccount = {
  name: 'Acme',
  email: 'ops@acme.example',
  currency: 'EUR',
  homeCountry: 'FR',
  balance: money(0),
  testBalance: money(0),
  createdAtMs: 0,
};

export const byPhone: ErasureScope = {
  subject: { kind: 'phone', phone: person, pseudonym: pseudonyms.ofPhone(person) },
  accountId: undefined,
};
export const byEmail: ErasureScope = {
  subject: { kind: 'email', address, pseudonym: pseudonyms.ofAddress(address) },
  accountId: undefined,
};

/** Whatever may hold a person. */
const tables = [
  'message',
  'recipient',
  'further_submit',
  'message_pdu',
  'trunk_message',
  'unmatched_receipt',
  'inbound_message',
  'last_sent',
  'contact',
  'webhook_event',
  'webhook_attempt',
  'webhook_replay',
  'idempotent_request',
  'voicemail',
  'missed_call',
  'text_back',
  'call',
  'stop_entry',
  'mail',
  'mail_fact',
  'mail_attempt',
  'email',
  'email_content',
  'mail_suppression',
  'suppression_change',
  'api_request',
  'caught_mail',
  'mail_letter',
  'audit',
] as const;

/** All that is stored, as one text. */
export async function everything({ database }: Storage): Promise<string> {
  const texts: string[] = [];
  for (const table of tables) {
    for (const row of await database.read(database.build.selectFrom(table).selectAll())) {
      const values = Object.values(row as Record<string, unknown>);
      const shown = values.map((value) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value),
      );
      texts.push(`${table}: ${shown.join('|')}`);
    }
  }
  return texts.join('\n');
}

export async function run({ database }: Storage, ...queries: readonly unknown[]): Promise<void> {
  await database.write(queries.map((query) => ({ query: query as never })));
}

type State = 'delivered' | 'waiting';

/** A message of its own to each phone: `id` for the first, `id + 1` for the second. */
export async function putMessages(storage: Storage, id: number, state: State, accountId = 1) {
  const { build } = storage.database;
  for (const [place, to] of [person, other].entries()) {
    const messageId = id + place;
    await run(
      storage,
      build.insertInto('message').values({
        id: messageId,
        account_id: accountId,
        key_id: 1,
        accepted_at: atMs,
        sender: 'Acme',
        text: `Dear ${to}`,
        tag: '',
        class: 'normal',
        valid_until: atMs,
        scheduled_at: null,
        report_url: `https://a.example/?to=${to}`,
        report_endpoint_id: null,
        cost: money(38_000),
        currency: 'EUR',
        test: 0,
        request_id: 'r',
        submission: null,
      } as never),
      build.insertInto('recipient').values({
        id: messageId * 512,
        phone: to,
        operator_id: 1,
        parts: 1,
        concat_reference: 0,
        cost: money(38_000),
        state,
        changed_at: atMs,
      } as never),
      build.insertInto('further_submit').values({
        id: messageId,
        operator_id: 1,
        remote_id: `remote ${messageId}`,
        part_id: messageId * 512 * 16,
        phone: to,
        submitted_at: atMs,
        awaited: state === 'waiting' ? 1 : 0,
      }),
    );
  }
}

export async function putEvents(storage: Storage) {
  const { build } = storage.database;
  const event = { account_id: 1, created_at: atMs, test: 0 };
  for (const [place, to] of [person, other].entries()) {
    await run(
      storage,
      build.insertInto('webhook_event').values({
        ...event,
        id: 10 + place,
        kind: 'dlr',
        order_key: `1/${to}`,
        url: `https://a.example/?to=${to}`,
        body: Buffer.from(`{"status":"delivered","phone":"+${to}"}`),
        first_at: atMs,
        first_url: `https://a.example/?to=${to}`,
        first_response_head: `X-To: ${to}`,
        first_response_body: `Taken: ${to}`,
      }),
      build.insertInto('webhook_event').values({
        ...event,
        id: 20 + place,
        kind: 'reply',
        order_key: `38080/${to}`,
        url: null,
        body: Buffer.from(`{"type":"response","phone_number":"+${to}","text":"I am ${to}, Ann"}`),
      }),
      build.insertInto('inbound_message').values({
        id: 1 + place,
        operator_id: 1,
        sender: to,
        receiver: '38080',
        kind: 'reply',
        account_id: 1,
        text: `I am ${to}`,
        octets: Buffer.from(`I am ${to}`),
        data_coding: 0,
        received_at: atMs,
        parts_received: 1,
        parts_total: 1,
        answers_message_id: 0,
        test: 0,
      } as never),
    );
  }
}

/** Calls, what callers have left, and traces of all kinds. */
export async function putCalls(storage: Storage) {
  const { build } = storage.database;
  for (const [place, to] of [person, other].entries()) {
    const id = 1 + place;
    const call = { id, account_id: null, number: '33700000001', caller: `+${to}` };
    await run(
      storage,
      build.insertInto('call').values({
        ...call,
        payer_id: null,
        target: to,
        kind: 'forward',
        trunk_in: 'in',
        trunk_out: 'out',
        process_id: 1,
        started_at: atMs,
        ended_at: atMs,
        per_minute: 0,
        reserved: 0,
        billed_s: 60,
        cost: money(1_000),
        cause: '',
        sip_status: 200,
        rule: `forward ${to}`,
      } as never),
      build.insertInto('last_sent').values({
        number: '38080',
        phone: to,
        test: 0,
        account_id: 1,
        message_id: 1,
        at: atMs,
      }),
      build.insertInto('idempotent_request').values({
        account_id: 1,
        key: `key ${place}`,
        fingerprint: '',
        reply: `{"stopped":["${to}"]}`,
        created_at: atMs,
      }),
      build.insertInto('unmatched_receipt').values({
        operator_id: 1,
        remote_id: `unknown ${place}`,
        phone: to,
        outcome: 'delivered',
        word: '',
        error: '',
        received_at: atMs,
      } as never),
    );
  }
}

/** Of an account that there is. */
export async function putVoicemails(storage: Storage, accountId: number) {
  const { build } = storage.database;
  for (const [place, to] of [person, other].entries()) {
    const id = 1 + place;
    const from = {
      account_id: accountId,
      number: '33700000001',
      caller: to,
      caller_name: `N ${to}`,
    };
    await run(
      storage,
      build.insertInto('voicemail').values({
        ...from,
        id,
        number_id: 1,
        started_at: atMs,
        duration_ms: 1,
        law: 'pcma',
        ended_by: 'caller',
        mail_to: address,
        mail_state: 'sent',
        language: 'en',
        simulated: 0,
      } as never),
      build.insertInto('voicemail_audio').values({ id, g711: Buffer.from('sound') }),
      build.insertInto('missed_call').values({
        ...from,
        id,
        at: atMs,
        cause: '',
        tell_to: 'owner@example.com',
        language: 'en',
        simulated: 0,
        told_at: atMs,
      } as never),
      build.insertInto('text_back').values({
        id,
        account_id: accountId,
        number: from.number,
        caller: to,
        at: atMs,
        text: 'We call back.',
        simulated: 0,
        state: 'sent',
        message_id: id,
      }),
    );
  }
}

export async function putMails(storage: Storage) {
  const { build } = storage.database;
  for (const [place, to] of [address, otherAddress].entries()) {
    const emailId = 1 + place;
    await run(
      storage,
      build.insertInto('email_content').values({
        hash: `hash ${place}`,
        subject: `For ${to}`,
        html: `<p>${to}</p>`,
        text: '',
        created_at: atMs,
      }),
      build.insertInto('email').values({
        id: emailId,
        account_id: 1,
        key_id: 1,
        accepted_at: atMs,
        valid_until: atMs,
        sender: 'shop@example.com',
        sender_name: '',
        reply_to_name: '',
        content: `hash ${place}`,
        headers: '[]',
        variables: `{"NAME":"${to}"}`,
        tag: '',
        class: 'normal',
        track_opens: 0,
        track_clicks: 0,
        cost: money(1_000),
        currency: 'EUR',
        test: 0,
        sandbox: 0,
        request_id: 'r',
      } as never),
      build.insertInto('mail').values({
        id: emailId * 512,
        account_id: 1,
        address: place === 0 ? 'Ann@Example.com' : to,
        name: `Name of ${to}`,
        variables: null,
        cost: money(1_000),
        state: 'sent',
        changed_at: atMs,
      } as never),
    );
    const source = { source: 'client', reason: 'manual', stream: '', accountId: 1 } as const;
    await storage.suppressions.addSuppressions([{ ...source, address: to, atMs }]);
  }
}

/** To the person, unless it says to whom; null: nobody's. */
export function aMailOf(sender: string, accountId: number | null, recipient: string = address) {
  const of = accountId === null ? null : { accountId, mailId: accountId * 512 };
  return aCaughtMail({ sender, recipients: [recipient], of });
}
