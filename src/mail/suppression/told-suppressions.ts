/** Changes of the suppression list that clients hear of, in the commit that makes them. */
import type { Clock } from '#core/clock.ts';
import type { MailEventMaker } from '../mail-event-maker.ts';
import type { MailRecorder } from '../mail-recorder.ts';
import type { NewSuppression, Suppression } from './suppression.ts';

export type ToldSuppressionPorts = {
  readonly recorder: Pick<MailRecorder, 'addSuppression' | 'removeSuppression'>;
  readonly events: Pick<MailEventMaker, 'suppressionEvent'>;
  readonly clock: Pick<Clock, 'nowMs'>;
};

export class ToldSuppressions {
  readonly #ports: ToldSuppressionPorts;

  constructor(ports: ToldSuppressionPorts) {
    this.#ports = ports;
  }

  async add(added: Omit<NewSuppression, 'atMs' | 'events'>): Promise<Suppression | undefined> {
    return this.#ports.recorder.addSuppression(await this.tell(added));
  }

  /** False: it was gone already. */
  async remove(entry: Suppression): Promise<boolean> {
    const { events, recorder, clock } = this.#ports;
    const { accountId, address, stream, reason, source } = entry;
    const told = { accountId, address, stream, reason, source, atMs: clock.nowMs() };
    const event = await events.suppressionEvent({ ...told, kind: 'removed' });
    return recorder.removeSuppression(entry, [event]);
  }

  /** For those who have more to say in the same commit. */
  async tell(added: Omit<NewSuppression, 'atMs' | 'events'>): Promise<NewSuppression> {
    const { events, clock } = this.#ports;
    const atMs = clock.nowMs();
    const event = await events.suppressionEvent({ ...added, kind: 'added', atMs });
    return { ...added, atMs, events: [event] };
  }
}
