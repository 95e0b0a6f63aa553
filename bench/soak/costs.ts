import budgets from '../budgets.json' with { type: 'json' };
import type { Figure } from '../figure.ts';
import { spread } from '../method.ts';
import type { SoakReport } from './run.ts';
import { isLong, TOO_SHORT } from './trend.ts';

/** What the app costs while it is left open. The CPU of a short run is not to be trusted: it is used far more often than in an hour. */
export function costFigures(report: SoakReport, minutes: number): readonly Figure[] {
  const goals = budgets.soak;
  const figure = (name: string, unit: string, value: number, goal: number): Figure => ({
    name,
    unit,
    product: spread([value]),
    goal,
  });
  const doubts = isLong(minutes) ? {} : { doubts: [TOO_SHORT] };
  const { cpuPerMinute, workerLoad, gcMsPerSecond, pageBytesPerSecond, workerBytesPerSecond } = report;
  return [
    { ...figure('CPU of the whole browser', 's/min', cpuPerMinute, goals.browserCpuSPerMinute), ...doubts },
    { ...figure('CPU of the worker', 'ms/s', workerLoad * 1000, goals.workerCpuMsPerSecond), ...doubts },
    figure('collecting garbage', 'ms/s', gcMsPerSecond, goals.garbageMsPerSecond),
    figure('allocated by the page', 'kB/s', pageBytesPerSecond / 1024, goals.pageAllocatedKbPerSecond),
    figure('allocated by the worker', 'kB/s', workerBytesPerSecond / 1024, goals.workerAllocatedKbPerSecond),
  ];
}
