/** What is counted of SMS and the links to operators. */
import type { Makers } from './makers.ts';

const responseSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** From a phone that is on to one that is switched on again after the weekend. */
const reportSeconds = [1, 2, 5, 10, 30, 60, 300, 1_800, 3_600, 21_600, 86_400, 259_200];

export function smsMeters({ counter, gauge, histogram }: Makers) {
  const operator = ['operator'] as const;
  return {
    accepts: counter('messages', 'Requests to send SMS, by what became of them.', ['result']),
    parts: counter('parts_accepted', 'Parts of accepted SMS.'),
    submits: counter('submits', 'Parts that an operator took.', operator),
    refusals: counter('parts_refused', 'Parts that nobody will send any more.'),
    expired: counter(
      'parts_expired_in_queue',
      'Parts whose validity ended while they waited here.',
      operator,
    ),
    answers: counter(
      'smpp_submit_answers',
      'Answers to submits, by their command_status and what we make of it.',
      ['operator', 'status', 'class'],
    ),
    uncertain: counter(
      'smpp_uncertain_submits',
      'Submits of which nobody knows whether they were taken.',
      operator,
    ),
    responseSeconds: histogram('smpp_response_seconds', 'From a submit to its answer.', {
      buckets: responseSeconds,
      labelNames: operator,
    }),
    window: gauge('smpp_window', 'Submits that may wait for their answer, of all binds.', operator),
    windowUsed: gauge('smpp_window_used', 'Submits that wait for their answer.', operator),
    rateLimit: gauge(
      'smpp_rate_limit',
      'Submits a second that binds allow themselves now, where they are bounded.',
      operator,
    ),
    reconnects: counter('smpp_reconnects', 'Connections that ended or did not come about.', [
      'operator',
      'reason',
    ]),
    pduErrors: counter('smpp_pdu_errors', 'What an operator sent that it should not have.', [
      'operator',
      'kind',
    ]),
    receipts: counter('receipts', 'Reports of operators.', ['operator', 'outcome']),
    awaited: counter('receipts_awaited', 'Submitted parts whose report is awaited.', operator),
    unmatched: counter('receipts_unmatched', 'Reports whose part is not known.', operator),
    keptReceipts: gauge(
      'receipts_kept',
      'Receipts of the last seven days that matched no message, among the newest 10,000.',
      operator,
    ),
    claimed: counter('receipts_claimed', 'Of these, those whose part came afterwards.', operator),
    receiptLag: histogram('receipt_lag_seconds', 'From a submit to its report.', {
      buckets: reportSeconds,
      labelNames: operator,
    }),
    inbound: counter('inbound', 'Messages and parts from phones.', ['kind']),
    incomplete: counter(
      'reassembly_incomplete',
      'Texts from phones of which parts never came.',
      operator,
    ),
    binds: gauge('binds_up', 'Binds of an operator that are up, on all processes.', operator),
    bindsDown: gauge('binds_down', 'Binds of an operator that are not.', operator),
    bindsSilent: gauge(
      'binds_silent',
      'Binds of an operator that are up and answer no submit.',
      operator,
    ),
    waitingParts: gauge('waiting_parts', 'Parts in the memory of the lanes of this process.'),
  };
}
