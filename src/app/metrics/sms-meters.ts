/** What is counted of SMS and the links to operators. */
import type { Makers } from './makers.ts';

const responseSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** From a phone that is on to one that is switched on again after the weekend. */
const reportSeconds = [1, 2, 5, 10, 30, 60, 300, 1_800, 3_600, 21_600, 86_400, 259_200];

const operator = ['operator'] as const;

export function smsMeters(makers: Makers) {
  const { counter, gauge, histogram } = makers;
  return {
    accepts: counter('messages', 'Requests to send SMS, by result.', ['result']),
    parts: counter('parts_accepted', 'Segments of accepted SMS.'),
    submits: counter('submits', 'Segments accepted by an operator.', operator),
    refusals: counter('parts_refused', 'Segments that were given up.'),
    expired: counter(
      'parts_expired_in_queue',
      'Segments whose validity expired while they were pending.',
      operator,
    ),
    answers: counter(
      'smpp_submit_answers',
      'Responses to submits, by command_status and by what follows.',
      ['operator', 'status', 'class'],
    ),
    uncertain: counter('smpp_uncertain_submits', 'Submits whose response was lost.', operator),
    responseSeconds: histogram('smpp_response_seconds', 'Time from a submit to its response.', {
      buckets: responseSeconds,
      labelNames: operator,
    }),
    window: gauge(
      'smpp_window',
      'Submits that may be unanswered at the same time, over all binds.',
      operator,
    ),
    windowUsed: gauge('smpp_window_used', 'Submits without a response yet.', operator),
    rateLimit: gauge(
      'smpp_rate_limit',
      'Current limit of submits per second, over all binds that have one.',
      operator,
    ),
    reconnects: counter('smpp_reconnects', 'SMPP connections that ended or failed, by reason.', [
      'operator',
      'reason',
    ]),
    pduErrors: counter('smpp_pdu_errors', 'Invalid or unexpected PDUs from an operator.', [
      'operator',
      'kind',
    ]),
    ...receiptMeters(makers),
    inbound: counter('inbound', 'Messages and segments from phones.', ['kind']),
    incomplete: counter(
      'reassembly_incomplete',
      'Messages from phones with segments that never arrived.',
      operator,
    ),
    binds: gauge('binds_up', 'Binds that are up, in all processes.', operator),
    bindsDown: gauge('binds_down', 'Binds that are down.', operator),
    bindsSilent: gauge('binds_silent', 'Binds that are up but answer no submits.', operator),
    waitingParts: gauge('waiting_parts', 'Pending segments in the memory of this process.'),
  };
}

function receiptMeters({ counter, gauge, histogram }: Makers) {
  return {
    receipts: counter('receipts', 'Delivery receipts, by outcome.', ['operator', 'outcome']),
    awaited: counter(
      'receipts_awaited',
      'Submitted segments for which a delivery receipt was requested.',
      operator,
    ),
    unmatched: counter(
      'receipts_unmatched',
      'Delivery receipts that matched no segment.',
      operator,
    ),
    keptReceipts: gauge(
      'receipts_kept',
      'Receipts of the last seven days that matched no message, among the newest 10,000.',
      operator,
    ),
    claimed: counter(
      'receipts_claimed',
      'Delivery receipts that matched a segment later.',
      operator,
    ),
    receiptLag: histogram('receipt_lag_seconds', 'Time from a submit to its delivery receipt.', {
      buckets: reportSeconds,
      labelNames: operator,
    }),
  };
}
