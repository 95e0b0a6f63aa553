import type { Engine, EngineSettings } from '../../shared/bridge/worker-api.ts';
import { exposeEngine } from '../../worker/bridge/expose.ts';
import { createEngine } from '../../worker/engine.ts';
import { workerEnv } from '../../worker/env.ts';
import { fileSource } from './file-source.ts';
import { createReplay } from './replay.ts';

/*
 * The worker that plays a recording: the same engine over the exchange that the recording is. `src/link` starts it in
 * place of `worker/main.ts`.
 */

const engine = Promise.withResolvers<Engine>();

async function configure(settings: EngineSettings): Promise<void> {
  const { replay: recording } = settings;
  if (recording === undefined) throw new TypeError('there is no recording to replay');
  const { name, ...where } = recording;
  // A file of the page is a Blob, whatever the contract calls it.
  const source = fileSource(recording.file as Blob, name);
  const replay = await createReplay({ ...where, source, real: workerEnv() });
  const played = createEngine(replay.env);
  played.configure(settings);
  replay.follow(played);
  engine.resolve({
    ...played,
    replay: () => replay.states,
    // It takes no data, and its commands are the recorded ones.
    setPace() {},
    dataUsed: () => 0,
    steerReplay: replay.steer,
    surveyReplay: replay.survey,
  });
}

/** A large file takes longer to look through than the page waits for a sign of life. */
const echo = (): number => 0;

// Other calls wait until the recording was looked through. Every member answers the page asynchronously anyway.
exposeEngine(
  new Proxy(
    { configure, echo },
    {
      get: (own, name) =>
        name === 'configure' || name === 'echo'
          ? own[name]
          : async (...args: unknown[]) =>
              Reflect.apply(Reflect.get(await engine.promise, name), undefined, args),
    },
  ),
);
