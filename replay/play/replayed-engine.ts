import type { Engine, EngineSettings } from '../../shared/bridge/worker-api.ts';
import { createEngine } from '../../worker/engine.ts';
import { createReplay } from './replay.ts';
import { blobSource } from './text-source.ts';
import type { RealTime } from './virtual-time.ts';

/** The engine over the recording that `configure` names. Whatever is asked of it waits until the file's head is read. */
export function createReplayedEngine(real: RealTime): Engine {
  let begin = (_engine: Engine): void => {};
  const begun = new Promise<Engine>((resolve) => {
    begin = resolve;
  });

  async function configure(settings: EngineSettings): Promise<void> {
    begin(await replayed(real, settings));
  }

  // Every member answers later, as it does for the page in any case.
  return new Proxy({ configure } as unknown as Engine, {
    get: (own, name) =>
      name === 'configure'
        ? own.configure
        : async (...args: unknown[]) => {
            const engine = await begun;
            return Reflect.apply(Reflect.get(engine, name), engine, args);
          },
  });
}

async function replayed(real: RealTime, settings: EngineSettings): Promise<Engine> {
  const { replay: source } = settings;
  if (source === undefined) throw new TypeError('there is no recording to replay');
  const { name, atMs, speed, isPaused } = source;
  // A file of the page is a Blob, whatever the contract calls it.
  const file = source.file as Blob;
  const replay = await createReplay({ source: blobSource(file, name), real, atMs, speed, isPaused });
  const engine = createEngine(replay.env);
  engine.configure(settings);
  replay.follow(engine);
  return {
    ...engine,
    replay: () => replay.states,
    steerReplay: replay.steer,
    surveyReplay: replay.survey,
  };
}
