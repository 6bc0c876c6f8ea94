/** When something leaves that a person has written. */
export type Later = {
  readonly isLater: boolean;
  /** As a field of type `date` has it: `2030-01-31`. */
  readonly day: string;
  readonly hour: string;
  readonly minute: string;
};

export const atOnce: Later = { isLater: false, day: '', hour: '9', minute: '0' };

/** The same for operations, on the same clock. */
export function timeOf({ day, hour, minute }: Later): string {
  return `${day} ${hour}:${minute.padStart(2, '0')}`;
}

/** The members of the interface that say when something leaves. */
export function scheduleOf({ day, hour, minute }: Later) {
  const [year = '', month = '', date = ''] = day.split('-');
  return { scheduledDeliveryDate: `${date}/${month}/${year}`, time: hour, minute };
}
