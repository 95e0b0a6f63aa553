import { exposeEngine } from './bridge/expose.ts';
import { workerEnv } from './env.ts';
import { createReplayedEngine } from './recording/replayed-engine.ts';

exposeEngine(createReplayedEngine(workerEnv()));
