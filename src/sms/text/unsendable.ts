/** Controls that no phone shows, but for line breaks, page breaks and tabs, and halves of surrogate pairs. */
export const unsendable = /[[\p{Cc}\p{Cs}]--[\t\n\f\r]]/v;
