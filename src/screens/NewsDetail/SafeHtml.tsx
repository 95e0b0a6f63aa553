import DOMPurify from 'dompurify';
import { useLayoutEffect, useRef } from 'react';

/** Markup of plain text: nothing that runs, loads from other origins or looks like part of the app. */
const RULES = {
  ALLOWED_TAGS: ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'h2', 'h3', 'a', 'blockquote', 'img'],
  ALLOWED_ATTR: ['href', 'src', 'alt'],
  ALLOWED_URI_REGEXP: /^(?:https:|mailto:|\/(?![/\\]))/i,
  RETURN_DOM_FRAGMENT: true,
} as const;

/** HTML from the server, which has sanitised it. It is sanitised again, since the page may talk to another server. */
export function SafeHtml({ html, className }: { readonly html: string; readonly className?: string }) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const clean = DOMPurify.sanitize(html, {
      ...RULES,
      ALLOWED_TAGS: [...RULES.ALLOWED_TAGS],
      ALLOWED_ATTR: [...RULES.ALLOWED_ATTR],
    });
    for (const link of clean.querySelectorAll('a')) {
      link.target = '_blank';
      link.rel = 'noopener noreferrer nofollow';
    }
    for (const picture of clean.querySelectorAll('img')) {
      // Only from this origin: another one would learn who reads.
      if (!picture.getAttribute('src')?.startsWith('/')) picture.remove();
    }
    host.current?.replaceChildren(clean);
  }, [html]);
  return <div ref={host} className={className} dir="auto" />;
}
