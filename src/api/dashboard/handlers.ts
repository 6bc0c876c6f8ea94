/** All handlers of the dashboard's API, area by area, and what they ask of the program. */

import {
  type OperationHandlerPorts,
  operationHandlers,
} from '#api/operations/operation-handlers.ts';
import { accountHandlers } from './account/handlers.ts';
import { catcherHandlers } from './catcher/handlers.ts';
import type { CatcherPorts } from './catcher/ports.ts';
import { consoleHandlers } from './console/handlers.ts';
import type { ConsolePorts } from './console/ports.ts';
import { type ErasurePagePorts, erasureHandlers } from './erasure/handlers.ts';
import type { Handler } from './handler.ts';
import { inspectorHandlers } from './inspector/handlers.ts';
import type { InspectorPorts } from './inspector/ports.ts';
import { mailHandlers } from './mail/handlers.ts';
import type { MailPagePorts } from './mail/ports.ts';
import { type MailSendingPorts, mailSendingHandlers } from './mail-sending/handlers.ts';
import { passkeyHandlers } from './passkeys/handlers.ts';
import { peopleHandlers } from './people/handlers.ts';
import type { PeoplePagePorts } from './people/ports.ts';
import { type SmsPagePorts, smsHandlers } from './sms/handlers.ts';
import { startHandlers } from './start/handlers.ts';
import type { StartPorts } from './start/ports.ts';

export type DashboardPorts = ErasurePagePorts &
  PeoplePagePorts &
  MailPagePorts &
  MailSendingPorts &
  CatcherPorts &
  SmsPagePorts &
  StartPorts &
  InspectorPorts & {
    readonly console: ConsolePorts;
    readonly operations: OperationHandlerPorts;
  };

export function dashboardHandlers(ports: DashboardPorts): readonly Handler[] {
  return [
    ...accountHandlers({ ...ports.operations, audit: ports.console.audit }),
    ...erasureHandlers(ports),
    ...peopleHandlers(ports),
    ...passkeyHandlers(ports),
    ...mailHandlers(ports),
    ...mailSendingHandlers(ports),
    ...catcherHandlers(ports),
    ...smsHandlers(ports),
    ...operationHandlers(ports.operations),
    ...consoleHandlers(ports.console),
    ...startHandlers(ports),
    ...inspectorHandlers(ports),
  ];
}
