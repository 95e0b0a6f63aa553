export const HELP = `Reads recordings of the socket (.jsonl, or .jsonl.gz).

npm run --silent replay -- FILE --state           prints the state after it as one JSON object
npm run --silent replay -- FILE --digest          prints the state's SHA-256 alone
npm run --silent replay -- FILE --trail           prints a number for the state after each record
  --until MS                                      leaves out what came later than MS after the start
npm run --silent replay -- --diff A B             compares two states, two trails or two recordings
npm run --silent replay -- FILE --diff A B        the same of two trails, and shows the record
npm run --silent replay -- FILE --serve PORT      plays it to any socket client, as the exchange would
  --speed X                                       so many times as fast, or max
npm run --silent replay -- FILE --har OUT         writes it as a HAR, which browsers' tools open
npm run --silent replay -- import FILE --from VENUE --out FILE
                                                  makes a recording of a HAR or of a venue's capture
npm run --silent replay -- FILE --golden NAME     makes it a test: tests/recordings/NAME

Status 0: done. 1: refused, or A and B differ. 2: the file is cut off or malformed; what was readable counts.`;
