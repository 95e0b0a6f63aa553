import { exposeEngine } from '../../worker/bridge/expose.ts';
import { workerEnv } from '../../worker/env.ts';
import { createReplayedEngine } from './replayed-engine.ts';

exposeEngine(createReplayedEngine(workerEnv()));
