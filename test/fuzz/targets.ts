/** All decoders that are fed in this process. */
import type { Target } from './engine/target.ts';
import { dnsRecords } from './targets/dns-records.ts';
import { csv, wav } from './targets/files.ts';
import { html } from './targets/html.ts';
import { deliveryReport, inboundMail } from './targets/inbound-mail.ts';
import { parameters } from './targets/parameters.ts';
import { rtp } from './targets/rtp.ts';
import { sdp } from './targets/sdp.ts';
import { sipMessage } from './targets/sip-message.ts';
import { sipStream } from './targets/sip-stream.ts';
import { smppDeliver } from './targets/smpp-deliver.ts';
import { smppPdu } from './targets/smpp-pdu.ts';
import { smppSession } from './targets/smpp-session.ts';
import { smsText } from './targets/sms-text.ts';
import { smtpReply } from './targets/smtp-reply.ts';
import { values } from './targets/values.ts';
import { webhookResponse } from './targets/webhook-response.ts';

export const targets: readonly Target[] = [
  smppPdu,
  smppSession,
  smppDeliver,
  smsText,
  sipMessage,
  sipStream,
  sdp,
  rtp,
  parameters,
  csv,
  wav,
  webhookResponse,
  smtpReply,
  inboundMail,
  deliveryReport,
  html,
  dnsRecords,
  values,
];
