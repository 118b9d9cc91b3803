export type SuiteTimes = Record<string, number>;
export interface TimeBudget {
  limitSeconds: number;
  restSeconds: number;
  unit: SuiteTimes;
  e2e: SuiteTimes;
}
export const WORKERS: { readonly unit: number; readonly e2e: number };
export function readUnitTimes(
  report: { testResults: readonly { name: string; startTime: number; endTime: number }[] },
  root: string,
): SuiteTimes;
export function divided(times: { unit: SuiteTimes; e2e: SuiteTimes }): number;
export function recordedBudget(
  before: TimeBudget,
  run: { wholeSeconds: number; unit: SuiteTimes; e2e: SuiteTimes },
): TimeBudget;
