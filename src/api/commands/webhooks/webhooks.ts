/** The commands for webhook endpoints: each account sees and changes its own. */
import type { Command, Run } from '#api/commands/command.ts';
import { addEndpoint, changeEndpoint, listEndpoints, removeEndpoint } from './endpoints.ts';
import type { WebhookPorts } from './found-endpoint.ts';
import { pauseEndpoint, resumeEndpoint, skipHead } from './holding.ts';
import { listAttempts, listEvents } from './log.ts';
import { cancelReplay, listReplays, replayEvents } from './replays.ts';
import { revokeSecrets, rotateSecret, showSecret } from './secrets.ts';
import { sendTest } from './test-event.ts';

/** The same at each base: an email key has no other way to them. */
export function webhookCommands(ports: WebhookPorts): readonly Command[] {
  const commands = commandsOf(ports);
  return [
    ...commands,
    ...commands.map((each): Command => ({ ...each, path: `/mail${each.path}`, base: 'email' })),
  ];
}

function commandsOf(ports: WebhookPorts): readonly Command[] {
  return [
    command('webhook/list', listEndpoints(ports), 'GET', 'POST'),
    command('webhook/add', changing(addEndpoint(ports), ports), 'POST'),
    command('webhook/update', changing(changeEndpoint(ports), ports), 'POST'),
    command('webhook/delete', changing(removeEndpoint(ports), ports), 'DELETE', 'POST', 'GET'),
    command('webhook/pause', changing(pauseEndpoint(ports), ports), 'POST'),
    command('webhook/resume', changing(resumeEndpoint(ports), ports), 'POST'),
    command('webhook/skip', skipHead(ports), 'POST'),
    command('webhook/secret', showSecret(ports), 'POST'),
    command('webhook/rotate', changing(rotateSecret(ports), ports), 'POST'),
    command('webhook/revoke', changing(revokeSecrets(ports), ports), 'POST'),
    command('webhook/test', sendTest(ports), 'POST'),
    command('webhook/replay', replayEvents(ports), 'POST'),
    command('webhook/replay-cancel', cancelReplay(ports), 'POST'),
    command('webhook/replays', listReplays(ports), 'GET', 'POST'),
    command('webhook/events', listEvents(ports), 'GET', 'POST'),
    command('webhook/attempts', listAttempts(ports), 'GET', 'POST'),
  ];
}

/** Its caller's next event goes where the change says, without waiting for the next look at the settings. */
function changing(run: Run, { endpoints }: WebhookPorts): Run {
  return async (call) => {
    const answer = await run(call);
    await endpoints.changed();
    return answer;
  };
}

function command(name: string, run: Run, ...methods: Command['methods']): Command {
  // Those that only tell are asked by GET first.
  const scope = methods[0] === 'GET' ? 'read' : 'account';
  return { path: `/v1/${name}`, base: 'sms', scope, methods, run };
}
