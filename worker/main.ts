import { exposeEngine } from './bridge/expose.ts';
import { createEngine } from './engine.ts';
import { workerEnv } from './env.ts';

exposeEngine(createEngine(workerEnv()));
