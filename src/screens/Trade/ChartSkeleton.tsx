import styles from './ChartPanel.module.css';

/** The panel's place before there is an instrument, and before its code has loaded. */
export const ChartSkeleton = () => (
  <section className={styles.panel}>
    <div className={styles.bar} />
    <div className={styles.ground} />
  </section>
);
