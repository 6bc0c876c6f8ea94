/** `POST /v1/preview`: what a send would do. `send` answers the same where it is asked with `dryRun`. */
import { Fields } from '#api/parameters/fields.ts';
import type { Run } from './command.ts';
import { preview } from './preview-answer.ts';
import { readSend, type SendPorts } from './send-sms.ts';

export function previewSms(ports: SendPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    const request = await readSend(fields, call, ports);
    return fields.refusal ?? preview(request, call, ports);
  };
}
