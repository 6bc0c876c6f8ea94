/** What the answers about the stock of numbers are kept under. */
export const numbersKey = ['console', 'numbers'];
