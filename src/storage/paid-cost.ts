/** What a recipient has cost its account in the end, in SQL: nothing where its money was given back, which is all of it or none. */
export const paidCost = `
  CASE WHEN EXISTS (SELECT 1 FROM movement WHERE movement.recipient_id = recipient.id)
  THEN 0 ELSE recipient.cost END`;
