/** The second factors of a person, and what their panels are given. */
import type { Answer } from '../../api/operate.ts';

export type Factors = Answer<'factor list'>;

export type FactorPanelProps = {
  readonly factors: Factors;
  readonly changed: () => Promise<void>;
  readonly show: (codes: readonly string[]) => void;
};
