import type { SparkSize } from './spark-plot.ts';

/** Less than the name in the header takes, so that the largest paint of a visit stays the first. */
export const SPARK_SIZE: SparkSize = { width: 64, height: 32 };
