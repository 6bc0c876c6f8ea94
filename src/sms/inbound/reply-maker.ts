/** Somewhere to put what people write back: what inbound asks of those who tell customers. */
import type { ReplyFact } from '#model/reply-fact.ts';
import type { OwedEvent } from '#queue/owed-event.ts';

export interface ReplyMaker {
  /** The events, rendered; more than one for a long text, in the order they are to be told. */
  replies(fact: ReplyFact): readonly OwedEvent[] | Promise<readonly OwedEvent[]>;
}
