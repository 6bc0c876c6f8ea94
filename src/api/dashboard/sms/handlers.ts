/** The handlers of the pages about SMS, numbers and calls, and what they ask of the program. */
import type { Handler } from '../handler.ts';
import { type LivePorts, liveHandlers } from '../live/handlers.ts';
import { type RecentPorts, recentHandlers } from '../live/recent.ts';
import { type MessagePorts, messageHandlers } from '../messages/handlers.ts';
import { type CallPorts, callHandlers } from '../numbers/calls.ts';
import { type GreetingPorts, greetingHandlers } from '../numbers/greetings.ts';
import { type NumberPorts, numberHandlers } from '../numbers/handlers.ts';
import { type VoicemailPorts, voicemailHandlers } from '../numbers/voicemails.ts';
import { type PhoneLinesPorts, phoneLineHandlers } from '../phone-line/handlers.ts';
import { type ReplyPorts, replyHandlers } from '../replies/handlers.ts';
import { type SearchPorts, searchHandlers } from '../search/handlers.ts';
import { type SendingPorts, sendingHandlers } from '../sending/handlers.ts';
import { type StatisticsPorts, statisticsHandlers } from '../statistics/handlers.ts';
import { type StopExportPorts, stopExport } from '../stops/handlers.ts';

export type SmsPagePorts = CallPorts &
  GreetingPorts &
  LivePorts &
  MessagePorts &
  NumberPorts &
  PhoneLinesPorts &
  RecentPorts &
  ReplyPorts &
  SearchPorts &
  StatisticsPorts &
  SendingPorts &
  StopExportPorts &
  VoicemailPorts;

export function smsHandlers(ports: SmsPagePorts): readonly Handler[] {
  return [
    ...searchHandlers(ports),
    ...statisticsHandlers(ports),
    ...liveHandlers(ports),
    ...recentHandlers(ports),
    ...messageHandlers(ports),
    ...sendingHandlers(ports),
    ...replyHandlers(ports),
    stopExport(ports),
    ...numberHandlers(ports),
    ...callHandlers(ports),
    ...greetingHandlers(ports),
    ...voicemailHandlers(ports),
    ...phoneLineHandlers(ports),
  ];
}
