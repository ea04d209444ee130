def say(m,l):
    d=dict(m.values); 
    from primecards.messages import Formula
    f=lambda v: v.text if isinstance(v,Formula) else ", ".join(map(str,v)) if isinstance(v,tuple) else str(v)
    return (m.plural if m.plural and d["n"]!=1 else m.template).format(**{k:f(v) for k,v in d.items()})
