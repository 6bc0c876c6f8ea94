/** The column of a recipient that names the events which told its states: ids, each with a blank behind it. */

export function eventIdsText(events: readonly { readonly id: number }[]): string {
  return events.map(({ id }) => `${id} `).join('');
}

export function eventIdsIn(text: string): readonly number[] {
  return text.split(' ').slice(0, -1).map(Number);
}
