/** The handlers of the pages about SMS, numbers and calls, and what they ask of the program. */
import type { Handler } from '../handler.ts';
import { type MessagePorts, messageHandlers } from '../messages/handlers.ts';
import { type NumberPorts, numberHandlers } from '../numbers/handlers.ts';
import { type VoicemailPorts, voicemailHandlers } from '../numbers/voicemails.ts';
import { type ReplyPorts, replyHandlers } from '../replies/handlers.ts';
import { type SendingPorts, sendingHandlers } from '../sending/handlers.ts';
import { type StopPorts, stopHandlers } from '../stops/handlers.ts';

export type SmsPagePorts = MessagePorts &
  NumberPorts &
  ReplyPorts &
  SendingPorts &
  StopPorts &
  VoicemailPorts;

export function smsHandlers(ports: SmsPagePorts): readonly Handler[] {
  return [
    ...messageHandlers(ports),
    ...sendingHandlers(ports),
    ...replyHandlers(ports),
    ...stopHandlers(ports),
    ...numberHandlers(ports),
    ...voicemailHandlers(ports),
  ];
}
