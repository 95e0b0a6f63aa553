declare module '*/page.css' {}
declare module '*/style.css' {}
