/** What a client of another gateway is told of its message, and how its page is asked; undefined: it does not want to know. */

import { unreachable } from '#core/assert.ts';
import type { CallbackForm } from '#core/callback-form.ts';
import type { SmsReportFact } from '#sms/report-maker.ts';
import type { ReportCallback, SubmittedMessage } from '#sms/submission.ts';
import { jasminFields } from './jasmin-report.ts';
import { kannelUrl } from './kannel-report.ts';

export type RenderedCallback = { readonly form: CallbackForm; readonly url: string };

export function renderCallback(
  fact: SmsReportFact,
  submitted: SubmittedMessage,
  callback: ReportCallback,
): RenderedCallback | undefined {
  const { reportUrl } = fact;
  if (reportUrl === null) return undefined;
  switch (callback.gateway) {
    case 'kannel': {
      const url = kannelUrl(reportUrl, { fact, submitted, callback });
      return url === undefined ? undefined : { form: 'kannel', url };
    }
    case 'jasmin': {
      const fields = jasminFields(fact, submitted, callback.level);
      const form = callback.method === 'GET' ? 'jasmin_get' : 'jasmin_post';
      return fields && { form, url: `${reportUrl}#${fields.toString()}` };
    }
    default:
      return unreachable(callback);
  }
}
