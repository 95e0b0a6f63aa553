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
    steerReplay: replay.steer,
    surveyReplay: replay.survey,
  });
}

// Calls wait until the recording's header is read. Every member answers the page asynchronously anyway.
exposeEngine(
  new Proxy(
    { configure },
    {
      get: (own, name) =>
        name === 'configure'
          ? own.configure
          : async (...args: unknown[]) =>
              Reflect.apply(Reflect.get(await engine.promise, name), undefined, args),
    },
  ),
);
