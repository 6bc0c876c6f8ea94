/** The commands for webhook endpoints: each account sees and changes its own. */
import type { Command, Run } from '#api/commands/command.ts';
import { addEndpoint, changeEndpoint, listEndpoints, removeEndpoint } from './endpoints.ts';
import type { WebhookPorts } from './found-endpoint.ts';
import { pauseEndpoint, resumeEndpoint, skipHead } from './holding.ts';
import { listAttempts, listEvents } from './log.ts';
import { cancelReplay, listReplays, replayEvents } from './replays.ts';
import { revokeSecrets, rotateSecret } from './secrets.ts';
import { sendTest } from './test-event.ts';

export function webhookCommands(ports: WebhookPorts): readonly Command[] {
  return [
    command('webhook/list', listEndpoints(ports), 'GET', 'POST'),
    command('webhook/add', addEndpoint(ports), 'POST'),
    command('webhook/update', changeEndpoint(ports), 'POST'),
    command('webhook/delete', removeEndpoint(ports), 'DELETE', 'POST', 'GET'),
    command('webhook/pause', pauseEndpoint(ports), 'POST'),
    command('webhook/resume', resumeEndpoint(ports), 'POST'),
    command('webhook/skip', skipHead(ports), 'POST'),
    command('webhook/rotate', rotateSecret(ports), 'POST'),
    command('webhook/revoke', revokeSecrets(ports), 'POST'),
    command('webhook/test', sendTest(ports), 'POST'),
    command('webhook/replay', replayEvents(ports), 'POST'),
    command('webhook/replay-cancel', cancelReplay(ports), 'POST'),
    command('webhook/replays', listReplays(ports), 'GET', 'POST'),
    command('webhook/events', listEvents(ports), 'GET', 'POST'),
    command('webhook/attempts', listAttempts(ports), 'GET', 'POST'),
  ];
}

function command(name: string, run: Run, ...methods: Command['methods']): Command {
  // Those that only tell are asked by GET first.
  const scope = methods[0] === 'GET' ? 'read' : 'account';
  return { path: `/v1/${name}`, base: 'sms', scope, methods, run };
}
