/** What other lists than that of messages show, in numbers of an account that has sent a million of them. */
import { noDetails } from '#accounts/address-book/contact.ts';
import { atMs } from '#test/harness/records.ts';
import type { Filled } from './filled-storage.ts';

const many = 100_000;
const requests = 10_000;
const yearHours = 8_760;
const hourMs = 3_600_000;
const endpoint = 900_001;
const group = 900_001;

export async function fillLists({ run, series, octets, settle }: Filled, accountId: number) {
  const rows = series(1, many);
  await run(`INSERT INTO webhook_endpoint (id, account_id, source, url, origin, state, sealed_secrets,
      created_at)
    VALUES (${endpoint}, ${accountId}, 'extra', 'https://hooks.example/parley',
      'https://hooks.example', 'paused', '[]', ${atMs})`);
  await run(`UPDATE webhook_event SET first_endpoint_id = ${endpoint}, first_job_id = id,
    first_at = ${atMs}, first_status = 200, first_error = '', first_duration_ms = 12, first_ip = '',
    first_response_head = '', first_response_body = '', first_url = '', first_resolve_ms = 0,
    first_connect_ms = 0, first_tls_ms = 0, first_answer_ms = 12`);
  await run(`INSERT INTO email_content (hash, subject, html, created_at)
    VALUES ('bench', 'Your order has left', '<p>It has left our warehouse.</p>', ${atMs})`);
  await run(`INSERT INTO email (id, account_id, key_id, accepted_at, valid_until, sender, sender_name,
      reply_to_name, content, headers, variables, tag, class, track_opens, track_clicks, cost, currency,
      test, sandbox, request_id)
    SELECT i, ${accountId}, 1, ${atMs} + i, ${atMs}, 'shop@example.com', '', '', 'bench', '[]', '{}', '',
      'normal', 0, 0, 0, 'EUR', 0, 0, 'r' FROM ${rows}`);
  await run(`INSERT INTO mail (id, account_id, address, name, cost, state, changed_at, counted_state)
    SELECT i * 512, ${accountId}, 'client' || i || '@example.com', '', 0, 'sent', ${atMs}, 'sent'
    FROM ${rows}`);
  await run(`INSERT INTO inbound_message (id, operator_id, sender, receiver, kind, account_id, text, octets,
      data_coding, received_at, parts_received, parts_total, answers_message_id, test)
    SELECT i, 1, '3361' || (1000000 + i % 50000), '36111', 'reply', ${accountId}, 'Thank you', ${octets('Thank you')},
      0, ${atMs} + i, 1, 1, i, 0 FROM ${rows}`);
  await run(`INSERT INTO stop_entry (account_id, phone, source, created_at)
    SELECT ${accountId}, '3362' || (1000000 + i), 'reply', ${atMs} + i FROM ${rows}`);
  await run(`INSERT INTO mail_suppression (account_id, stream, address, reason, source, stamp, created_at)
    SELECT ${accountId}, '', 'gone' || i || '@example.com', 'hard', 'delivery', i, ${atMs} + i FROM ${rows}`);
  await run(`INSERT INTO contact_group (id, account_id, name, created_at)
    VALUES (${group}, ${accountId}, 'Customers', ${atMs})`);
  await run(`INSERT INTO contact (group_id, phone, details, created_at)
    SELECT ${group}, '3363' || (1000000 + i), '${JSON.stringify(noDetails)}', ${atMs}
    FROM ${rows}`);
  await run(`INSERT INTO call (id, account_id, payer_id, number, caller, target, kind, trunk_in, trunk_out,
      process_id, started_at, answered_at, ended_at, per_minute, reserved, billed_s, cost, cause, sip_status,
      rule)
    SELECT i, ${accountId}, ${accountId}, '33939010203', '3361' || (1000000 + i), '33612345678', 'forward',
      'a', 'b', 1, ${atMs} + i, ${atMs} + i, ${atMs} + i + 60000, 0, 0, 60, 0, '', 200, '' FROM ${rows}`);
  await run(`INSERT INTO movement (account_id, purse, kind, amount, actor, at, subject)
    SELECT ${accountId}, 'live', 'call', -1, 'system', ${atMs} + i, 'bench ' || i FROM ${rows}`);
  await run(`INSERT INTO spent_hour (account_id, purse, starts_at, product, cost, parts)
    SELECT ${accountId}, 'live', ${atMs - (atMs % hourMs)} - i * ${hourMs}, 'sms', 1000, 114
    FROM ${series(1, yearHours)}`);
  await run(`INSERT INTO api_request (account_id, at, request_id, method, path, status, duration_ms, network,
      octets, parameters, answer, skipped, size)
    SELECT ${accountId}, ${atMs} + i, 'r' || i, 'POST', '/v1/send', 200, 3, '192.0.2.0/24', 100, '{}', '{}',
      0, 200 FROM ${series(1, requests)}`);
  await settle();
}

export const groupPage = `contacts/${group}`;
