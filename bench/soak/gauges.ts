import { mainThread, type Phone } from '../probe/phone.ts';
import type { Target } from '../probe/worker-target.ts';
import { heldKb } from '../profile/functions.ts';
import { heldNow } from '../profile/profiled.ts';

/** Counts and sizes that could grow, read after a full garbage collection. */
export interface Gauges {
  readonly minutes: number;
  readonly pageHeapKb: number;
  readonly workerHeapKb: number;
  /** Held by the worker's functions beside the recorder, whose ring grows until it is full; undefined without profiles. */
  readonly workerHeldKb: number | undefined;
  readonly nodes: number;
  readonly listeners: number;
  /** Message ports of page and worker. */
  readonly ports: number;
}

export async function readGauges(
  phone: Phone,
  page: Target,
  worker: Target,
  minutes: number,
): Promise<Gauges> {
  const ports = (await countPorts(page)) + (await countPorts(worker));
  await page.send('HeapProfiler.collectGarbage');
  await worker.send('HeapProfiler.collectGarbage');
  const held = await heldNow(worker);
  const numbers = await mainThread(phone);
  const { usedSize } = await worker.send<{ readonly usedSize: number }>('Runtime.getHeapUsage');
  const numberOf = (name: string) => numbers.get(name) ?? Number.NaN;
  return {
    minutes,
    pageHeapKb: numberOf('JSHeapUsedSize') / 1024,
    workerHeapKb: usedSize / 1024,
    workerHeldKb: held && heldKb(held, isRecorders),
    nodes: numberOf('Nodes'),
    listeners: numberOf('JSEventListeners'),
    ports,
  };
}

/** Of parsed answers the recorder keeps the strings. */
const isRecorders = (file: string): boolean => file.startsWith('replay/record/') || file === 'shared/json.ts';

interface Remote {
  readonly objectId: string;
}

async function countPorts({ send }: Target): Promise<number> {
  const objectGroup = 'soak';
  const found = await send<{ readonly result: Remote }>('Runtime.evaluate', {
    expression: 'MessagePort.prototype',
    objectGroup,
  });
  const { objects } = await send<{ readonly objects: Remote }>('Runtime.queryObjects', {
    prototypeObjectId: found.result.objectId,
    objectGroup,
  });
  const { result } = await send<{ readonly result: { readonly value: number } }>('Runtime.callFunctionOn', {
    objectId: objects.objectId,
    functionDeclaration: 'function () { return this.length; }',
    returnByValue: true,
  });
  await send('Runtime.releaseObjectGroup', { objectGroup });
  return result.value;
}

interface AllocationNode {
  readonly selfSize: number;
  readonly children: readonly AllocationNode[];
}

const SAMPLE_EVERY_BYTES = 32_768;

/** Bytes allocated a second while `use` runs, including those collected meanwhile. */
export async function allocatedDuring(target: Target, use: () => Promise<void>): Promise<number> {
  await target.send('HeapProfiler.startSampling', {
    samplingInterval: SAMPLE_EVERY_BYTES,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  const from = performance.now();
  await use();
  const seconds = (performance.now() - from) / 1000;
  const { profile } = await target.send<{ readonly profile: { readonly head: AllocationNode } }>(
    'HeapProfiler.stopSampling',
  );
  return sizeOf(profile.head) / seconds;
}

const sizeOf = ({ selfSize, children }: AllocationNode): number =>
  children.reduce((sum, child) => sum + sizeOf(child), selfSize);
